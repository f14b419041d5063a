package dev.reeve.internal.signatures;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The types of a directory of classes that users can name: public, and in no package that is internal. */
final class PublicTypes {

    private static final String INTERNAL = "dev.reeve.internal";

    private PublicTypes() {}

    /** Sorted by package and name, a nested type after the type around it. */
    static List<Class<?>> in(Path classes) {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .filter(name -> !name.startsWith(INTERNAL))
                    .<Class<?>>map(PublicTypes::load)
                    .filter(PublicTypes::isVisible)
                    .sorted(Comparator.<Class<?>, String>comparing(Class::getPackageName)
                            .thenComparing(Class::getName))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("The classes cannot be read: " + classes, e);
        }
    }

    /** The members that users can call, implement or read, also those of a superclass that they cannot name. */
    static List<Member> members(Class<?> type) {
        List<Member> members = new ArrayList<>();
        for (Class<?> declaring : withHiddenParents(type)) {
            members.addAll(Arrays.asList(declaring.getDeclaredFields()));
            members.addAll(Arrays.asList(declaring.getDeclaredMethods()));
        }
        members.addAll(Arrays.asList(type.getDeclaredConstructors()));
        boolean extensible = !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
        members.removeIf(member -> member.isSynthetic()
                || !(Modifier.isPublic(member.getModifiers())
                        || (extensible && Modifier.isProtected(member.getModifiers()))));
        return members;
    }

    /** The names of internal types that the public signatures of these types mention, each with its place. */
    static List<String> internalMentions(List<Class<?>> types) {
        Set<String> found = new TreeSet<>();
        for (Class<?> type : types) {
            for (Type above : type.getGenericInterfaces()) {
                mention(type.getName(), above, found);
            }
            if (type.getGenericSuperclass() != null) {
                mention(type.getName(), type.getGenericSuperclass(), found);
            }
            for (Member member : members(type)) {
                for (Type used : typesOf(member)) {
                    mention(type.getName() + "." + member.getName(), used, found);
                }
            }
            if (type.isRecord()) {
                for (RecordComponent component : type.getRecordComponents()) {
                    mention(type.getName() + "." + component.getName(), component.getGenericType(), found);
                }
            }
        }
        return List.copyOf(found);
    }

    private static List<Type> typesOf(Member member) {
        List<Type> types = new ArrayList<>();
        switch (member) {
            case Field field -> types.add(field.getGenericType());
            case Executable unit -> {
                if (unit instanceof Method method) {
                    types.add(method.getGenericReturnType());
                }
                types.addAll(Arrays.asList(unit.getGenericParameterTypes()));
                types.addAll(Arrays.asList(unit.getGenericExceptionTypes()));
                Arrays.stream(unit.getTypeParameters())
                        .flatMap(parameter -> Arrays.stream(parameter.getBounds()))
                        .forEach(types::add);
            }
            default -> throw new IllegalStateException("A member of a new kind: " + member);
        }
        return types;
    }

    private static void mention(String place, Type type, Set<String> found) {
        switch (type) {
            case Class<?> named -> {
                Class<?> element = elementOf(named);
                if (element.getName().startsWith(INTERNAL)) {
                    found.add(place + " mentions " + element.getName());
                }
            }
            case ParameterizedType generic -> {
                mention(place, generic.getRawType(), found);
                Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> mention(place, argument, found));
            }
            case GenericArrayType array -> mention(place, array.getGenericComponentType(), found);
            case WildcardType wildcard -> {
                Arrays.stream(wildcard.getUpperBounds()).forEach(bound -> mention(place, bound, found));
                Arrays.stream(wildcard.getLowerBounds()).forEach(bound -> mention(place, bound, found));
            }
            default -> {}
        }
    }

    private static List<Class<?>> withHiddenParents(Class<?> type) {
        List<Class<?>> declaring = new ArrayList<>(List.of(type));
        for (int i = 0; i < declaring.size(); i++) {
            Class<?> above = declaring.get(i).getSuperclass();
            Stream.concat(
                            Stream.ofNullable(above),
                            Arrays.stream(declaring.get(i).getInterfaces()))
                    .filter(parent -> parent.getName().startsWith("dev.reeve.") && !isVisible(parent))
                    .forEach(declaring::add);
        }
        return declaring;
    }

    /** Whether users can name the type: it is public, and so is each type around it. */
    static boolean isVisible(Class<?> type) {
        Class<?> around = type.getDeclaringClass();
        return Modifier.isPublic(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (around == null || isVisible(around));
    }

    private static Class<?> elementOf(Class<?> type) {
        return type.isArray() ? elementOf(type.getComponentType()) : type;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("A class of the module is not on the class path of its tests: " + name, e);
        }
    }
}
