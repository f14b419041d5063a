package dev.reeve.test;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.test.node.SimNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a workflow with planned faults. */
final class Trial implements AutoCloseable {

    private static final String KEY = "tried";
    private static final ExecutionId ID = Ids.ofKey(Node.DEFAULT_NAMESPACE, KEY);

    /** The caller repeats its start request at this interval until it receives an answer. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

    /** Time for messages that are still under way when the execution has ended. */
    private static final Duration AFTERMATH = Duration.ofMinutes(10);

    private final Deployment deployment;
    private final boolean otherActionsSucceed;
    private final Object input;
    private final Injector injector;
    private final Rig rig;
    private boolean isStarted;
    private boolean isSettled;
    private @Nullable ReeveException refusal;

    /** Set after the run. Nothing changes after that. */
    private @Nullable RunOutcome ending;

    private @Nullable List<Family.Member> members;

    /**
     * @param otherActionsSucceed whether actions that are not registered succeed; otherwise {@link #run} refuses them
     */
    Trial(Deployment deployment, boolean otherActionsSucceed, Object input, List<Fault> plan) {
        this.deployment = deployment;
        this.otherActionsSucceed = otherActionsSucceed;
        this.input = input;
        this.injector = new Injector(plan, deployment, this::cancel);
        this.rig = injector.rig();
    }

    Services services() {
        return rig.services;
    }

    Injector injector() {
        return injector;
    }

    /**
     * @throws ReeveException if the workflow cannot be started with this input
     * @throws IllegalStateException if it calls an action that is not registered
     */
    void run(Duration patience) {
        if (otherActionsSucceed) {
            deployment.all().forEach(rig::otherActionsSucceed);
        } else {
            refuseUnsaid();
        }
        rig.open();
        deployment.inOrder().forEach(rig::deploy);
        start();
        isSettled = rig.runUntilSettled(ID, patience, () -> refusal != null);
        if (refusal != null) {
            throw refusal;
        }
        rig.runUntil(() -> false, AFTERMATH);
    }

    private void refuseUnsaid() {
        List<String> unsaid = deployment.actions().stream()
                .filter(action -> !rig.services.isSaid(action))
                .toList();
        if (!unsaid.isEmpty()) {
            throw new IllegalStateException(
                    "nothing performs %s: say services.handle(\"%s\", …) or services.on(\"%s\"), or let them succeed with .otherActionsSucceed()"
                            .formatted(String.join(", ", unsaid), unsaid.getFirst(), unsaid.getFirst()));
        }
    }

    private void start() {
        SimNode node = rig.node();
        if (isStarted || refusal != null) {
            return;
        }
        if (node != null) {
            node.run(() -> start(node));
        }
        rig.later(ASK_AGAIN, "start", this::start);
    }

    private void start(SimNode node) {
        try {
            node.reeve()
                    .startAsync(deployment.root().name(), input, Start.key(KEY))
                    .whenComplete((execution, error) -> isStarted |= error == null);
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.INVALID_INPUT) {
                refusal = e;
            }
        }
    }

    /**
     * The engine refuses it if the execution has ended or is not stored yet: the cancel came too late, or too early.
     */
    private void cancel() {
        SimNode node = rig.node();
        if (node != null) {
            node.run(() -> node.node()
                    .lanes()
                    .ask(ID, new Command.Cancel("a caller", "wants it no more"))
                    .whenComplete((nothing, error) -> {
                        if (error != null) {
                            rig.tell("the cancel is refused: " + error.getMessage());
                        }
                    }));
        }
    }

    /** Whether the execution has ended, or waits for a person. */
    boolean isSettled() {
        return isSettled;
    }

    /** The condition that the execution waits for. */
    String unrest() {
        return rig.find(ID, execution -> execution.explain().toString()).orElse("it was never started");
    }

    RunOutcome ending() {
        RunOutcome known = ending;
        if (known == null) {
            known = read();
            ending = known;
        }
        return known;
    }

    private RunOutcome read() {
        List<HistoryEntry> history = members().stream()
                .filter(member -> member.id().equals(ID))
                .map(Family.Member::history)
                .findFirst()
                .orElse(List.of());
        ExecutionStatus status = rig.find(ID, Execution::status).orElse(ExecutionStatus.RUNNING);
        return new RunOutcome(
                // A child may need a person instead of this execution.
                isSettled && !status.isTerminal() ? ExecutionStatus.ESCALATED : status,
                output(history),
                rig.outside.effects(),
                rig.calls(),
                history);
    }

    private static @Nullable Json output(List<HistoryEntry> history) {
        for (HistoryEntry entry : history.reversed()) {
            if (entry.event() instanceof Event.ExecutionCompleted completed) {
                return completed.output();
            }
        }
        return null;
    }

    /** The execution and all its descendants. */
    List<Family.Member> members() {
        List<Family.Member> known = members;
        if (known == null) {
            known = rig.family.of(List.of(ID));
            members = known;
        }
        return known;
    }

    List<String> story() {
        return rig.story.with(members());
    }

    @Override
    public void close() {
        rig.close();
    }
}
