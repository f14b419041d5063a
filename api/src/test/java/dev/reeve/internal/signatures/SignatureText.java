package dev.reeve.internal.signatures;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes types as they would stand in a source file, without bodies. The order does not depend on the compiler. */
final class SignatureText {

    private SignatureText() {}

    static String of(List<Class<?>> types) {
        StringBuilder text = new StringBuilder();
        String inPackage = "";
        for (Class<?> type : types) {
            if (!type.getPackageName().equals(inPackage)) {
                inPackage = type.getPackageName();
                text.append(text.isEmpty() ? "" : "\n")
                        .append("package ")
                        .append(inPackage)
                        .append('\n');
            }
            text.append('\n').append(head(type)).append('\n');
            lines(type).forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return text.toString();
    }

    private static String head(Class<?> type) {
        StringBuilder head = new StringBuilder(kind(type)).append(' ').append(name(type));
        head.append(parameters(type.getTypeParameters()));
        if (type.isRecord()) {
            head.append(Arrays.stream(type.getRecordComponents())
                    .map(component -> shown(component.getAnnotatedType()) + " " + component.getName())
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        Type above = type.getGenericSuperclass();
        if (above != null && above != Object.class && !type.isRecord() && !type.isEnum()) {
            head.append(" extends ").append(shown(above));
        }
        Type[] interfaces = type.getGenericInterfaces();
        if (interfaces.length > 0 && !type.isAnnotation()) {
            head.append(type.isInterface() ? " extends " : " implements ")
                    .append(Arrays.stream(interfaces)
                            .map(SignatureText::shown)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        if (type.isSealed()) {
            // what users cannot name they cannot match either
            head.append(Arrays.stream(type.getPermittedSubclasses())
                    .filter(PublicTypes::isVisible)
                    .map(SignatureText::name)
                    .sorted()
                    .collect(Collectors.joining(", ", " permits ", "")));
        }
        return head.toString();
    }

    private static String kind(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        List<String> words = new ArrayList<>();
        boolean open = kind.equals("class");
        if (open && Modifier.isAbstract(type.getModifiers())) {
            words.add("abstract");
        }
        if (open && Modifier.isFinal(type.getModifiers())) {
            words.add("final");
        }
        if (type.isSealed() && !type.isEnum()) {
            words.add("sealed");
        }
        words.add(kind);
        return deprecated(type.isAnnotationPresent(Deprecated.class)) + String.join(" ", words);
    }

    private static List<String> lines(Class<?> type) {
        List<String> constants = new ArrayList<>();
        Set<String> others = new TreeSet<>();
        for (Member member : PublicTypes.members(type)) {
            switch (member) {
                case Field field when field.isEnumConstant() -> constants.add(field.getName());
                case Field field -> others.add(field(field));
                case Constructor<?> constructor -> {
                    if (!isCanonical(type, constructor)) {
                        others.add(deprecated(constructor.isAnnotationPresent(Deprecated.class))
                                + protection(constructor)
                                + "new" + tail(constructor));
                    }
                }
                case Method method -> {
                    if (!isImplied(type, method)) {
                        others.add(method(type, method));
                    }
                }
                default -> throw new IllegalStateException("A member of a new kind: " + member);
            }
        }
        return Stream.concat(
                        constants.isEmpty() ? Stream.empty() : Stream.of(String.join(", ", constants)),
                        others.stream().sorted(SignatureText::byName))
                .toList();
    }

    private static int byName(String one, String other) {
        int names = sortName(one).compareTo(sortName(other));
        return names != 0 ? names : one.compareTo(other);
    }

    private static String sortName(String line) {
        String before = line.contains("(") ? line.substring(0, line.indexOf('(')) : line.replaceFirst(" = .*", "");
        return before.substring(before.lastIndexOf(' ') + 1);
    }

    private static String field(Field field) {
        boolean constant = Modifier.isStatic(field.getModifiers());
        return deprecated(field.isAnnotationPresent(Deprecated.class))
                + protection(field)
                + (constant ? "static " : "")
                + (Modifier.isFinal(field.getModifiers()) ? "final " : "")
                + shown(field.getAnnotatedType())
                + " "
                + field.getName();
    }

    private static String method(Class<?> type, Method method) {
        String defaults = method.getDefaultValue() == null ? "" : " default " + literal(method.getDefaultValue());
        boolean open = !type.isInterface() && !Modifier.isFinal(type.getModifiers());
        return deprecated(method.isAnnotationPresent(Deprecated.class))
                + protection(method)
                + (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                + (method.isDefault() ? "default " : "")
                + (open && Modifier.isAbstract(method.getModifiers()) ? "abstract " : "")
                + parameters(method.getTypeParameters()).replaceFirst("(.+)", "$1 ")
                + shown(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + tail(method)
                + defaults;
    }

    private static String literal(Object value) {
        return value instanceof Object[] several ? Arrays.deepToString(several) : value.toString();
    }

    private static String tail(Executable unit) {
        List<String> parameters = new ArrayList<>();
        for (Parameter parameter : unit.getParameters()) {
            if (parameter.isImplicit() || parameter.isSynthetic()) {
                continue;
            }
            String type = shown(parameter.getAnnotatedType());
            parameters.add(
                    (parameter.isVarArgs() ? type.replaceFirst("\\[]$", "...") : type) + " " + parameter.getName());
        }
        String thrown = Arrays.stream(unit.getGenericExceptionTypes())
                .map(SignatureText::shown)
                .sorted()
                .collect(Collectors.joining(", "));
        return "(" + String.join(", ", parameters) + ")" + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String parameters(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables).map(SignatureText::declared).collect(Collectors.joining(", ", "<", ">"));
    }

    private static String declared(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getAnnotatedBounds())
                .map(SignatureText::shown)
                .filter(bound -> !bound.equals("Object"))
                .collect(Collectors.joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    /** A component's accessor, the canonical constructor and what every enum and object has, unless it says more. */
    private static boolean isImplied(Class<?> type, Method method) {
        String name = method.getName();
        int count = method.getParameterCount();
        boolean ofObject = (count == 0 && (name.equals("toString") || name.equals("hashCode")))
                || (name.equals("equals") && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class}));
        boolean ofEnum = type.isEnum() && (name.equals("values") || name.equals("valueOf"));
        return ofObject || ofEnum || isAccessor(type, method);
    }

    private static boolean isAccessor(Class<?> type, Method method) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getAccessor)
                        .anyMatch(method::equals);
    }

    private static boolean isCanonical(Class<?> type, Constructor<?> constructor) {
        return type.isRecord()
                && Arrays.equals(
                        Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .toArray(),
                        constructor.getParameterTypes());
    }

    private static String protection(Member member) {
        return Modifier.isProtected(member.getModifiers()) ? "protected " : "";
    }

    private static String deprecated(boolean is) {
        return is ? "@Deprecated " : "";
    }

    private static String shown(AnnotatedType type) {
        return shorter(type.toString());
    }

    private static String shown(Type type) {
        return shorter(type.getTypeName());
    }

    private static String name(Class<?> type) {
        return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
    }

    /** Names without their packages: each simple name occurs once in what users see, apart from nested ones. */
    private static String shorter(String type) {
        return type.replace("@org.jspecify.annotations.Nullable()", "@Nullable")
                .replaceAll("@(?!Nullable)[\\w.$]+(\\([^)]*\\))? ?", "")
                .replaceAll("\\b(?:[a-z][\\w]*\\.)+(?=@?[A-Z])", "")
                .replaceAll("@Nullable (\\w+) @Nullable", "@Nullable $1")
                .replace('$', '.')
                .replace(" []", "[]");
    }
}
