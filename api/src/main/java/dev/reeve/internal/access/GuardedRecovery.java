package dev.reeve.internal.access;

import dev.reeve.Execution;
import dev.reeve.RecoveryOperations;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The recovery of an execution as one caller may use it. Immutable. */
final class GuardedRecovery implements RecoveryOperations {

    private final Execution execution;
    private final RecoveryOperations recovery;
    private final Gate gate;
    private final @Nullable String workflow;
    private final UnaryOperator<Execution> guarded;

    /**
     * @param workflow null if it is not known
     * @param guarded makes a re-run one that this caller may use
     */
    GuardedRecovery(Execution execution, Gate gate, @Nullable String workflow, UnaryOperator<Execution> guarded) {
        this.execution = execution;
        this.recovery = execution.recovery();
        this.gate = gate;
        this.workflow = workflow;
        this.guarded = guarded;
    }

    private void run(Operation operation, String what, @Nullable String reason, Runnable call) {
        gate.run(operation, workflow, gate.decided(operation, workflow, execution, what, reason), reason, call);
    }

    private void checkData(String step, @Nullable Object data) {
        gate.checkData(workflow, Subject.of(execution.id(), " " + step), data);
    }

    @Override
    public void compensate(String reason) {
        run(Operation.COMPENSATE, "", reason, () -> recovery.compensate(reason));
    }

    @Override
    public void moveTo(int version, String reason) {
        run(Operation.MOVE, " v" + version, reason, () -> recovery.moveTo(version, reason));
    }

    @Override
    public void pause(String reason) {
        run(Operation.PAUSE, "", reason, () -> recovery.pause(reason));
    }

    @Override
    public void resume(String reason) {
        run(Operation.RESUME, "", reason, () -> recovery.resume(reason));
    }

    @Override
    public void probe(String step, String reason) {
        run(Operation.PROBE, " " + step, reason, () -> recovery.probe(step, reason));
    }

    @Override
    public void retry(String step) {
        run(Operation.RETRY, " " + step, null, () -> recovery.retry(step));
    }

    @Override
    public void retry(String step, String reason) {
        run(Operation.RETRY, " " + step, reason, () -> recovery.retry(step, reason));
    }

    @Override
    public void retry(String step, Object input, String reason) {
        checkData(step, input);
        run(Operation.RETRY, " " + step, reason, () -> recovery.retry(step, input, reason));
    }

    @Override
    public void resolve(String step, Object output) {
        checkData(step, output);
        run(Operation.RESOLVE, " " + step, null, () -> recovery.resolve(step, output));
    }

    @Override
    public void resolve(String step, Object output, String reason) {
        checkData(step, output);
        run(Operation.RESOLVE, " " + step, reason, () -> recovery.resolve(step, output, reason));
    }

    @Override
    public void skip(String step) {
        run(Operation.SKIP, " " + step, null, () -> recovery.skip(step));
    }

    @Override
    public void skip(String step, String reason) {
        run(Operation.SKIP, " " + step, reason, () -> recovery.skip(step, reason));
    }

    @Override
    public Execution rerunFrom(String step, String reason) {
        return guarded.apply(gate.act(
                Operation.RERUN,
                workflow,
                gate.decided(Operation.RERUN, workflow, execution, " " + step, reason),
                reason,
                () -> recovery.rerunFrom(step, reason)));
    }

    @Override
    public Execution rerunFrom(String step, Object input, String reason) {
        checkData(step, input);
        return guarded.apply(gate.act(
                Operation.RERUN,
                workflow,
                gate.decided(Operation.RERUN, workflow, execution, " " + step, reason),
                reason,
                () -> recovery.rerunFrom(step, input, reason)));
    }
}
