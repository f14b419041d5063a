package dev.reeve.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pair of observers")
final class ObserverPairTest {

    private static final Map<Class<?>, Object> ARGUMENTS = Map.of(
            String.class,
            "w",
            int.class,
            7,
            Duration.class,
            Duration.ofSeconds(1),
            Cause.class,
            Cause.LOST,
            Purpose.class,
            Purpose.PROBE,
            WaitReason.class,
            WaitReason.BACKOFF,
            ExecutionStatus.class,
            ExecutionStatus.FAILED,
            ExecutionId.class,
            ExecutionId.parse("0190c0de-0000-7000-8000-000000000001"));

    private final List<String> calls = new ArrayList<>();

    private Observer recorder(String name) {
        return (Observer) Proxy.newProxyInstance(
                Observer.class.getClassLoader(), new Class<?>[] {Observer.class}, (proxy, method, arguments) -> {
                    calls.add(name + " " + method.getName() + Arrays.toString(arguments));
                    return null;
                });
    }

    @Test
    @DisplayName("Each event reaches both of them, with its arguments")
    void passesEverythingOn() throws Exception {
        Observer pair = new ObserverPair(recorder("first"), recorder("second"));
        List<String> expected = new ArrayList<>();
        for (Method method : Observer.class.getMethods()) {
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> Objects.requireNonNull(ARGUMENTS.get(type), type.getName()))
                    .toArray();
            method.invoke(pair, arguments);
            expected.add("first " + method.getName() + Arrays.toString(arguments));
            expected.add("second " + method.getName() + Arrays.toString(arguments));
        }

        assertThat(expected).hasSizeGreaterThanOrEqualTo(18);
        assertThat(calls).isEqualTo(expected);
    }

    @Test
    @DisplayName("An observer that fails keeps no event from the other one")
    void theFirstFails() {
        Observer failing = new Observer() {
            @Override
            public void executionStarted(String workflow) {
                throw new IllegalStateException("made up");
            }
        };

        assertThatThrownBy(() -> new ObserverPair(failing, recorder("second")).executionStarted("w"))
                .hasMessage("made up");

        assertThat(calls).containsExactly("second executionStarted[w]");
    }
}
