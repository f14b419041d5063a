package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.RecoveryOperations;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.CommandDocument;
import dev.reeve.internal.document.DecisionDocument;
import dev.reeve.internal.document.DocumentWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The decisions about an execution behind a server. Immutable. */
final class RemoteRecovery implements RecoveryOperations {

    /** The server asks for a reason with each decision. */
    private static final String NO_REASON = "no reason given";

    private final Wire wire;
    private final String namespace;
    private final ExecutionId id;
    private final Function<ExecutionId, Execution> executions;

    RemoteRecovery(Wire wire, String namespace, ExecutionId id, Function<ExecutionId, Execution> executions) {
        this.wire = wire;
        this.namespace = namespace;
        this.id = id;
        this.executions = executions;
    }

    /** A decision is sent once: another one could meet another state, and would then be refused or do more. */
    private CommandDocument decide(Target target, DecisionDocument decision) {
        return wire.call(Request.once("POST", namespace, target, decision)).as(CommandDocument.class);
    }

    private void execution(String verb, DecisionDocument decision) {
        var unused = decide(Target.of("/v1/executions/{}/" + verb, id), decision);
    }

    private void step(String step, String verb, DecisionDocument decision) {
        var unused = decide(Target.of("/v1/executions/{}/steps/{}/" + verb, id, step), decision);
    }

    @Override
    public void compensate(String reason) {
        execution("compensate", DecisionDocument.of(reason));
    }

    @Override
    public void moveTo(int version, String reason) {
        execution("move", DecisionDocument.move(version, reason));
    }

    @Override
    public void pause(String reason) {
        execution("pause", DecisionDocument.of(reason));
    }

    @Override
    public void resume(String reason) {
        execution("resume", DecisionDocument.of(reason));
    }

    @Override
    public void probe(String step, String reason) {
        step(step, "probe", DecisionDocument.of(reason));
    }

    @Override
    public void retry(String step) {
        retry(step, NO_REASON);
    }

    @Override
    public void retry(String step, String reason) {
        step(step, "retry", DecisionDocument.of(reason));
    }

    @Override
    public void retry(String step, Object input, String reason) {
        step(step, "retry", DecisionDocument.retry(Calls.write("input", input), reason));
    }

    @Override
    public void resolve(String step, Object output) {
        resolve(step, output, NO_REASON);
    }

    @Override
    public void resolve(String step, Object output, String reason) {
        step(step, "resolve", DecisionDocument.resolve(Calls.write("output", output), reason));
    }

    @Override
    public void skip(String step) {
        skip(step, NO_REASON);
    }

    @Override
    public void skip(String step, String reason) {
        step(step, "skip", DecisionDocument.of(reason));
    }

    @Override
    public Execution rerunFrom(String step, String reason) {
        return rerun(DecisionDocument.rerun(step, null, reason));
    }

    @Override
    public Execution rerunFrom(String step, Object input, String reason) {
        return rerun(DecisionDocument.rerun(step, Calls.write("input", input), reason));
    }

    private Execution rerun(DecisionDocument decision) {
        // a second request for the same step finds the existing re-run
        Request request = Request.repeatable(
                "POST", namespace, Target.of("/v1/executions/{}/rerun", id), DocumentWriter.write(decision));
        @Nullable ExecutionId rerun = wire.call(request).as(CommandDocument.class).rerunAs();
        if (rerun == null) {
            throw ReeveException.of(ErrorCode.STORE_UNUSABLE, "the server did not name the re-run of " + id);
        }
        return executions.apply(rerun);
    }
}
