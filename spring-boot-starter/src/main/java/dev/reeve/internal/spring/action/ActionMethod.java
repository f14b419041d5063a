package dev.reeve.internal.spring.action;

import dev.reeve.Json;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.spring.StartupException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A method of a bean as the handler of an action. Thread-safe if the bean is.
 *
 * @param <I> the type that the step's input is bound to
 */
final class ActionMethod<I> implements Handler<I, Object> {

    /** The place of a parameter that the method does not have. */
    private static final int NONE = -1;

    private final String action;
    private final Method method;
    private final Supplier<Object> bean;
    private final Class<I> input;
    private final int inputAt;
    private final int contextAt;

    private ActionMethod(
            String action, Method method, Supplier<Object> bean, Class<I> input, int inputAt, int contextAt) {
        this.action = action;
        this.method = method;
        this.bean = bean;
        this.input = input;
        this.inputAt = inputAt;
        this.contextAt = contextAt;
    }

    /**
     * @param method can be invoked on the bean, which may be a proxy
     * @param declaring the class of the bean behind its proxies, which binds type variables
     * @throws StartupException if the method cannot be a handler
     */
    static ActionMethod<?> of(String action, Method method, Class<?> declaring, Supplier<Object> bean) {
        int inputAt = NONE;
        int contextAt = NONE;
        for (int at = 0; at < method.getParameterCount(); at++) {
            boolean context = method.getParameterTypes()[at] == StepContext.class;
            if ((context ? contextAt : inputAt) != NONE) {
                throw unfit(
                        action,
                        method,
                        "has more parameters than one input and one StepContext",
                        "Write one record with all fields of the input as its parameter.");
            }
            if (context) {
                contextAt = at;
            } else {
                inputAt = at;
            }
        }
        if (method.getReturnType() == void.class && AnnotatedElementUtils.hasAnnotation(method, Async.class)) {
            throw unfit(
                    action,
                    method,
                    "is asynchronous and returns nothing, so its step would be completed before the work is done",
                    "Remove @Async: each action has a virtual thread of its own. Or return a CompletableFuture.");
        }
        ReflectionUtils.makeAccessible(method);
        return of(action, method, bean, inputType(action, method, declaring, inputAt), inputAt, contextAt);
    }

    private static <I> ActionMethod<I> of(
            String action, Method method, Supplier<Object> bean, Class<I> input, int inputAt, int contextAt) {
        return new ActionMethod<>(action, method, bean, input, inputAt, contextAt);
    }

    private static Class<?> inputType(String action, Method method, Class<?> declaring, int at) {
        if (at == NONE) {
            return Json.class;
        }
        ResolvableType resolved = ResolvableType.forMethodParameter(method, at, declaring);
        Class<?> found = resolved.resolve();
        if (found == null || !isBindable(found, resolved)) {
            throw unfit(
                    action,
                    method,
                    "takes a %s, whose elements JSON cannot be bound to".formatted(resolved),
                    "Take a record with this member, a Map<String, Object>, or a JsonNode.");
        }
        return ClassUtils.resolvePrimitiveIfNecessary(found);
    }

    /** A class names all that it holds; other types are accepted if they take any elements. */
    private static boolean isBindable(Class<?> found, ResolvableType type) {
        if (!type.hasGenerics()) {
            return true;
        }
        ResolvableType last = type.getGeneric(type.getGenerics().length - 1);
        boolean any = last.resolve(Object.class) == Object.class;
        return any && (!Map.class.isAssignableFrom(found) || type.getGeneric(0).resolve(Object.class) == String.class);
    }

    private static StartupException unfit(String action, Method method, String problem, String remedy) {
        return new StartupException(
                "The method %s, which performs the action %s, %s.".formatted(nameOf(method), action, problem),
                remedy,
                null);
    }

    static String nameOf(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    String action() {
        return action;
    }

    /** The method, for people. */
    String where() {
        return nameOf(method);
    }

    void addTo(Agent.Builder agent) {
        agent.action(action, input, this);
    }

    void addTo(HandlerReceiver receiver) {
        receiver.handle(action, input, this);
    }

    @Override
    public @Nullable Object handle(I value, StepContext step) throws Exception {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        if (inputAt != NONE) {
            arguments[inputAt] = present(value);
        }
        if (contextAt != NONE) {
            arguments[contextAt] = step;
        }
        try {
            Object result = method.invoke(bean.get(), arguments);
            return result instanceof CompletionStage<?> stage
                    ? stage.toCompletableFuture().get()
                    : result;
        } catch (InvocationTargetException | ExecutionException | UndeclaredThrowableException e) {
            throw thrownByMethod(e);
        }
    }

    @SuppressWarnings("ConstantValue") // the input null is bound to null, although no type says so
    private I present(I value) {
        if (value == null && method.getParameterTypes()[inputAt].isPrimitive()) {
            throw StepFailure.businessError(
                    "INPUT_MISMATCH", "the step's input is null, and action %s takes a number".formatted(action));
        }
        return value;
    }

    /** The exception of the method itself, without those that reflection, proxies and futures put around it. */
    private static Exception thrownByMethod(Exception wrapper) {
        Throwable thrown = wrapper;
        while (thrown instanceof InvocationTargetException
                || thrown instanceof ExecutionException
                || thrown instanceof UndeclaredThrowableException) {
            Throwable cause = thrown.getCause();
            if (cause == null) {
                break;
            }
            thrown = cause;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return (Exception) thrown;
    }

    @Override
    public String toString() {
        return action + " by " + where();
    }
}
