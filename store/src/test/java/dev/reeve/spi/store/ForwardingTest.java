package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The forwarding stores forward every method of the port, also the ones with a default. */
final class ForwardingTest {

    private final List<String> arrived = new ArrayList<>();
    private final List<String> hooks = new ArrayList<>();

    @Test
    @DisplayName("a forwarding store forwards every method, and separates reads from writes")
    void everyMethodOfAStoreIsForwarded() throws ReflectiveOperationException {
        assertForwarded(Store.class, store -> new ForwardingStore(store) {
            @Override
            protected <T> T reading(Supplier<T> call) {
                hooks.add("read");
                return call.get();
            }

            @Override
            protected <T> T writing(Supplier<T> call) {
                hooks.add("write");
                return call.get();
            }
        });

        assertThat(hooks).contains("read", "write");
    }

    @Test
    @DisplayName("the same holds for a forwarding lane, outbox, schedule store and cluster")
    void everyMethodOfTheOthersIsForwarded() throws ReflectiveOperationException {
        assertForwarded(LaneStore.class, lane -> new ForwardingLaneStore(lane) {
            @Override
            protected <T> CompletionStage<T> writing(Supplier<CompletionStage<T>> call) {
                hooks.add("write");
                return call.get();
            }
        });
        assertThat(hooks).hasSize(3);
        hooks.clear();
        assertForwarded(Outbox.class, outbox -> new ForwardingOutbox(outbox) {
            @Override
            protected <T> T writing(Supplier<T> call) {
                hooks.add("write");
                return call.get();
            }
        });
        assertThat(hooks).hasSize(3);
        hooks.clear();
        assertForwarded(ScheduleStore.class, schedules -> new ForwardingScheduleStore(schedules) {
            @Override
            protected <T> T writing(Supplier<T> call) {
                hooks.add("write");
                return call.get();
            }
        });
        assertThat(hooks).hasSize(4);
        hooks.clear();
        assertForwarded(ClusterStore.class, cluster -> new ForwardingClusterStore(cluster) {
            @Override
            protected <T> T writing(Supplier<T> call) {
                hooks.add("write");
                return call.get();
            }
        });
        assertThat(hooks).hasSize(6);
    }

    private <T> void assertForwarded(Class<T> port, Function<T, T> forwarding) throws ReflectiveOperationException {
        InvocationHandler records = (proxy, method, arguments) -> {
            arrived.add(method.toString());
            return answer(method.getReturnType());
        };
        T behind = port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, records));
        T before = forwarding.apply(behind);
        for (Method method : port.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || isLoadWithoutLimit(method)) {
                continue;
            }
            arrived.clear();

            method.invoke(
                    before,
                    Arrays.stream(method.getParameterTypes())
                            .map(ForwardingTest::answer)
                            .toArray());

            assertThat(arrived).as("what %s calls", method).hasSize(1);
            assertThat(arrived.getFirst()).as("what %s calls", method).contains(method.getName() + "(");
        }
    }

    /** The default calls the other one, which a decorator overrides. */
    private static boolean isLoadWithoutLimit(Method method) {
        return method.getName().equals("load") && method.getParameterCount() == 1;
    }

    private static @Nullable Object answer(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == double.class) {
            return 0.0;
        } else if (type == boolean.class) {
            return false;
        } else if (type == List.class) {
            return List.of();
        } else {
            return type == CompletionStage.class ? new CompletableFuture<>() : null;
        }
    }
}
