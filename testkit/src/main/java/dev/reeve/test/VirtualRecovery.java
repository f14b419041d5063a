package dev.reeve.test;

import dev.reeve.Actor;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.RecoveryOperations;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The operator actions for an execution, in virtual time; see {@link RecoveryOperations}. Not thread-safe.
 *
 * <pre>{@code
 * order.actingAs("alice").recovery().retry("charge_payment");
 * }</pre>
 */
public final class VirtualRecovery {

    private final Rig rig;
    private final VirtualExecution execution;
    private final Actor actor;

    VirtualRecovery(Rig rig, VirtualExecution execution, Actor actor) {
        this.rig = rig;
        this.execution = execution;
        this.actor = actor;
    }

    /** As {@link RecoveryOperations#compensate}. */
    public void compensate(String reason) {
        execution.ask(new Command.Compensate(actor.name(), reason));
    }

    /** As {@link RecoveryOperations#pause}. */
    public void pause(String reason) {
        execution.ask(new Command.Pause(actor.name(), reason));
    }

    /** As {@link RecoveryOperations#resume}. */
    public void resume(String reason) {
        execution.ask(new Command.Resume(actor.name(), reason));
    }

    /** As {@link RecoveryOperations#moveTo}. */
    public void moveTo(int version, String reason) {
        String workflow = rig.look(execution.id(), Execution::summary).workflow();
        rig.ask(node -> moved(node.node(), workflow, version, reason), "moving to version " + version);
    }

    private CompletionStage<Void> moved(Node node, String workflow, int version, String reason) {
        return node.definitions()
                .find(Node.DEFAULT_NAMESPACE, workflow, version)
                .map(plan -> node.lanes().ask(execution.id(), new Command.Move(plan, actor.name(), reason)))
                .orElseGet(() -> CompletableFuture.failedStage(ReeveException.of(
                        ErrorCode.WORKFLOW_UNKNOWN, "workflow '%s' has no version %d".formatted(workflow, version))));
    }

    /** As {@link RecoveryOperations#probe}. */
    public void probe(String step, String reason) {
        execution.ask(new Command.ProbeStep(StepPath.parse(step), actor.name(), reason));
    }

    /** As {@link RecoveryOperations#retry(String)}. */
    public void retry(String step) {
        execution.ask(new Command.RetryStep(StepPath.parse(step), actor.name()));
    }

    /** As {@link RecoveryOperations#retry(String, Object, String)}. */
    public void retry(String step, Object input, String reason) {
        execution.ask(
                new Command.RetryStep(StepPath.parse(step), actor.name(), reason, VirtualExecution.written(input)));
    }

    /** As {@link RecoveryOperations#resolve}. */
    public void resolve(String step, Object output) {
        execution.ask(new Command.ResolveStep(StepPath.parse(step), VirtualExecution.written(output), actor.name()));
    }

    /** As {@link RecoveryOperations#skip}. */
    public void skip(String step) {
        execution.ask(new Command.SkipStep(StepPath.parse(step), actor.name()));
    }

    /**
     * As {@link RecoveryOperations#rerunFrom(String, String)}.
     *
     * @return the re-run
     */
    public VirtualExecution rerunFrom(String step, String reason) {
        return rerun(new Reruns.Wish(StepPath.parse(step), actor.name(), reason, null));
    }

    /** As {@link RecoveryOperations#rerunFrom(String, Object, String)}. */
    public VirtualExecution rerunFrom(String step, Object input, String reason) {
        return rerun(new Reruns.Wish(StepPath.parse(step), actor.name(), reason, VirtualExecution.written(input)));
    }

    private VirtualExecution rerun(Reruns.Wish wish) {
        Started started = rig.ask(node -> begun(node.node(), wish), wish.toString());
        rig.started(started.id());
        return new VirtualExecution(rig, started.id(), actor);
    }

    private CompletionStage<Started> begun(Node node, Reruns.Wish wish) {
        try {
            RerunStarts rerunning = new RerunStarts(node.store(), node.definitions(), Node.DEFAULT_NAMESPACE);
            return node.lanes()
                    .start(rerunning.request(execution.id(), wish, node.clock().now()));
        } catch (ReeveException | StoreException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
