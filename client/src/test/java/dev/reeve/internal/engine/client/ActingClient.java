package dev.reeve.internal.engine.client;

import dev.reeve.Actor;
import dev.reeve.EngineHealth;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.RecoveryOperations;
import dev.reeve.Reeve;
import dev.reeve.ServiceOperations;
import dev.reeve.internal.client.Served;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A client for the contracts of the engine, whose tests act under several names: {@code actingAs} is the client with
 * the credentials of that person. The engine itself does the few things that are not possible over a network. All else
 * goes through the server.
 */
final class ActingClient {

    private final Served served;
    private final Map<String, Reeve> clients = new ConcurrentHashMap<>();

    private ActingClient(Served served) {
        this.served = served;
    }

    /** Closing it closes its clients, the server and the engine. */
    static Reeve of(Served served) {
        ActingClient acting = new ActingClient(served);
        return acting.reeve(acting.client("application"));
    }

    private Reeve client(String name) {
        return clients.computeIfAbsent(name, served::connect);
    }

    private Reeve reeve(Reeve target) {
        return proxy(Reeve.class, target, (method, arguments) -> switch (method.getName()) {
            case "actingAs" -> reeve(client(name(arguments[0])).namespace(target.namespace()));
            case "namespace" ->
                arguments.length == 0 ? target.namespace() : reeve(target.namespace((String) arguments[0]));
            case "health" -> health(target);
            case "services" -> services(target);
            case "close" -> {
                clients.values().forEach(Reeve::close);
                served.close();
                yield null;
            }
            default -> acting(target, call(target, method, arguments));
        });
    }

    private static String name(Object actor) {
        return actor instanceof Actor it ? it.name() : (String) actor;
    }

    private EngineHealth health(Reeve target) {
        EngineHealth health = target.health();
        return proxy(
                EngineHealth.class,
                health,
                (method, arguments) ->
                        call(method.getName().equals("verify") ? served.engine().health() : health, method, arguments));
    }

    private ServiceOperations services(Reeve target) {
        ServiceOperations services = target.services();
        return proxy(
                ServiceOperations.class,
                services,
                (method, arguments) -> call(
                        method.getName().equals("listen") ? served.engine().services() : services, method, arguments));
    }

    private Execution execution(Reeve from, Execution target) {
        return proxy(Execution.class, target, (method, arguments) -> switch (method.getName()) {
            case "actingAs" -> {
                Reeve other = client(name(arguments[0])).namespace(from.namespace());
                ExecutionId id = target.id();
                yield execution(other, other.find(id).orElseThrow());
            }
            case "recovery" -> {
                RecoveryOperations recovery = target.recovery();
                yield proxy(
                        RecoveryOperations.class,
                        recovery,
                        (verb, values) -> acting(from, call(recovery, verb, values)));
            }
            default -> call(target, method, arguments);
        });
    }

    private @Nullable Object acting(Reeve from, @Nullable Object result) {
        return switch (result) {
            case Execution execution -> execution(from, execution);
            case Optional<?> found
            when found.isPresent() && found.get() instanceof Execution execution ->
                Optional.of(execution(from, execution));
            case CompletionStage<?> stage -> {
                CompletableFuture<@Nullable Object> mapped = new CompletableFuture<>();
                var unused = stage.whenComplete((value, error) -> {
                    if (error == null) {
                        mapped.complete(acting(from, value));
                    } else {
                        mapped.completeExceptionally(error);
                    }
                });
                yield mapped;
            }
            case null, default -> result;
        };
    }

    /** The body of a proxy. */
    @FunctionalInterface
    private interface Body {
        @Nullable Object invoke(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, T target, Body body) {
        InvocationHandler handler = new Handler(target, body);
        return type.cast(Proxy.newProxyInstance(ActingClient.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private record Handler(Object target, Body body) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("equals") && arguments != null) {
                return target.equals(unwrapped(arguments[0]));
            }
            if (method.getDeclaringClass() == Object.class) {
                return call(target, method, arguments);
            }
            return body.invoke(method, arguments == null ? new Object[0] : arguments);
        }
    }

    private static @Nullable Object unwrapped(@Nullable Object value) {
        return value != null
                        && Proxy.isProxyClass(value.getClass())
                        && Proxy.getInvocationHandler(value) instanceof Handler it
                ? it.target()
                : value;
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
