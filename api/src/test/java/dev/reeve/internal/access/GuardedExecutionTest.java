package dev.reeve.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.RecoveryOperations;
import dev.reeve.ReeveException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Decisions about an execution (D6, D22)")
final class GuardedExecutionTest {

    private static final ExecutionId ID = ExecutionId.parse("01890abc-0000-7000-8000-00000000000f");
    private static final Principal VERA = Principal.everywhere("vera", Role.VIEWER);

    private final List<AccessRecord.Entry> record = new ArrayList<>();

    /** An execution that has an id, and whose store must not be read. */
    private static Execution unread() {
        RecoveryOperations recovery = fake(RecoveryOperations.class, "");
        return fake(Execution.class, recovery);
    }

    private static <T> T fake(Class<T> type, Object recovery) {
        Object made = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "id" -> ID;
                    case "recovery" -> recovery;
                    default -> throw new AssertionError("reads the store: " + method);
                });
        return type.cast(made);
    }

    private void refused(Operation operation, String subject, Consumer<Execution> decision) {
        record.clear();
        Gate gate = new Gate(Access.byRoles(), record::add, VERA, "", "default");
        Execution execution = GuardedExecution.of(unread(), gate);

        assertThatThrownBy(() -> decision.accept(execution)).isInstanceOf(ReeveException.class);
        assertThat(record)
                .containsExactly(new AccessRecord.Entry(
                        "vera", "", operation, "default", new Subject(subject, ID, null, null), "r", ErrorCode.DENIED));
    }

    @Test
    @DisplayName("read nothing from the store for a caller that may not make them, and are recorded")
    void checkedFirst() {
        refused(Operation.CANCEL, ID.toString(), execution -> execution.cancel("r"));
        refused(Operation.SKIP, ID + " pay", execution -> execution.recovery().skip("pay", "r"));
        refused(Operation.RERUN, ID + " pay", execution -> execution.recovery().rerunFrom("pay", "r"));
        refused(Operation.RERUN, ID + " pay", execution -> execution.recovery().rerunFrom("pay", 1, "r"));
    }
}
