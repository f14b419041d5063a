package dev.reeve.internal.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the methods that a logger or the agent calls on an exception and that the JDK does not implement. Such methods
 * may do anything.
 */
final class OwnMethods {

    private static final Set<String> ASKED = Set.of(
            "getMessage",
            "getLocalizedMessage",
            "toString",
            "getCause",
            "getStackTrace",
            "printStackTrace",
            "hashCode",
            "equals");

    private static final ClassValue<Set<String>> OF = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private OwnMethods() {}

    /** The names of these methods. */
    static Set<String> of(Class<? extends Throwable> type) {
        return OF.get(type);
    }

    private static Set<String> find(Class<?> type) {
        Set<String> own = new HashSet<>();
        try {
            for (Method method : Throwable.class.getMethods()) {
                if (ASKED.contains(method.getName()) && !Modifier.isFinal(method.getModifiers())) {
                    Method called = type.getMethod(method.getName(), method.getParameterTypes());
                    if (!isOfPlatform(called.getDeclaringClass())) {
                        own.add(method.getName());
                    }
                }
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            return ASKED;
        }
        return Set.copyOf(own);
    }

    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }
}
