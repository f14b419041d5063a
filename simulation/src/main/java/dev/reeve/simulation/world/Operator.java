package dev.reeve.simulation.world;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.StepActivity;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.inbox.SqlRefusals;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Handles escalations, and also pauses, probes and compensates executions that do not need it. */
final class Operator {

    /** The actor of harmless actions. The effects of "operator" decisions need not be undone. */
    private static final String HOLDER = "holder";

    private static final ExecutionStatus[] LOOKED_AFTER = {
        ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED, ExecutionStatus.RUNNING, ExecutionStatus.COMPENSATING
    };

    private final Scene scene;
    private final RandomGenerator random;

    /** Whether the operator does more than handle escalations. */
    private final boolean isBusy;

    /** Random generator of re-runs. They happen in some worlds only, because they create executions. */
    private final RandomGenerator chanceOfReruns;

    private final boolean reruns;
    private final RandomGenerator chanceOfMoves;

    private @Nullable BulkDrive bulk;

    Operator(Scene scene) {
        this.scene = scene;
        this.random = scene.fate.source("operator");
        this.isBusy = scene.profile.busyOperator();
        this.chanceOfReruns = scene.fate.source("operator's reruns");
        this.chanceOfMoves = scene.fate.source("operator's moves");
        this.reruns = isBusy && chanceOfReruns.nextBoolean();
    }

    /** Handles every escalated step in some way, and resumes paused executions; sometimes does nothing. */
    void act() {
        if (isBusy && (bulk == null || bulk.isFinished()) && random.nextInt(2) == 0) {
            bulk = new BulkDrive(scene, random);
            bulk.drive();
        }
        SimNode node = scene.someNode(random);
        if (node != null) {
            node.run(() -> act(node));
        }
    }

    private void act(SimNode node) {
        try {
            for (Reeve view : scene.neighbourhood.views(node)) {
                act(node, view);
            }
            if (reruns && !scene.fate.isHealed()) {
                rerun(node);
            }
        } catch (ReeveException e) {
            scene.story.tell(() -> "the operator cannot see anything: " + e.getMessage());
        }
    }

    private void act(SimNode node, Reeve view) {
        if (scene.profile.delivery() != null) {
            for (UndeliverableMessage lost : view.messages().undeliverable(20)) {
                view.messages().redeliver(lost.execution());
            }
        }
        ExecutionQuery query = ExecutionQuery.all().limit(20);
        for (ExecutionSummary summary :
                view.list(isBusy ? query.status(LOOKED_AFTER) : query.status(ExecutionStatus.ESCALATED))) {
            Optional<Execution> execution = view.find(summary.id());
            if (execution.isPresent()) {
                act(node, execution.get().describe());
            }
        }
    }

    private void act(SimNode node, ExecutionDescription execution) {
        ExecutionId id = execution.summary().id();
        for (StepDescription step : execution.steps()) {
            if (step.status() == StepStatus.ESCALATED && random.nextInt(4) > 0) {
                ask(node, id, decision(step.step()));
            } else if (isBusy && step.now() instanceof StepActivity.Waiting && random.nextInt(3) == 0) {
                ask(node, id, new Command.ProbeStep(step.step(), HOLDER, "now"));
            }
        }
        if (!isBusy) {
            return;
        }
        if (execution.status() == ExecutionStatus.PAUSED) {
            if (random.nextInt(4) > 0) {
                ask(node, id, new Command.Resume(HOLDER, "go on"));
            }
        } else if (random.nextInt(5) == 0) {
            ask(
                    node,
                    id,
                    random.nextInt(8) == 0
                            ? new Command.Compensate(HOLDER, "recalled")
                            : new Command.Pause(HOLDER, "wait"));
        }
    }

    /** Sometimes re-runs an execution that has ended, occasionally twice. */
    private void rerun(SimNode node) {
        ExecutionQuery query = ExecutionQuery.all()
                .status(
                        ExecutionStatus.COMPLETED,
                        ExecutionStatus.FAILED,
                        ExecutionStatus.COMPENSATED,
                        ExecutionStatus.CANCELLED)
                .limit(10);
        for (ExecutionSummary summary : node.reeve().list(query)) {
            boolean wants = chanceOfReruns.nextInt(4) == 0;
            // A request that was impossible is still impossible.
            if (wants && !summary.workflow().equals(SqlRefusals.DEFINITION.name())) {
                List<StepDescription> steps =
                        node.reeve().find(summary.id()).orElseThrow().describe().steps();
                StepPath from = steps.get(chanceOfReruns.nextInt(steps.size())).step();
                Json input = chanceOfReruns.nextInt(4) == 0 ? new Json("{\"n\":5}") : null;
                rerun(node, summary.id(), new Reruns.Wish(from, HOLDER, "again", input));
            }
        }
    }

    private void rerun(SimNode node, ExecutionId id, Reruns.Wish wish) {
        scene.story.tell(() -> "the operator wants %s again: %s".formatted(id, wish));
        Node engine = node.node();
        try {
            StartRequest request = new RerunStarts(engine.store(), engine.definitions(), Node.DEFAULT_NAMESPACE)
                    .request(id, wish, engine.clock().now());
            engine.lanes().start(request).whenComplete((started, error) -> {
                if (started != null) {
                    scene.judge.startAcknowledged(started.id());
                    scene.sometimes.saw(started.existing() ? Milestone.RERUN_REPEATED : Milestone.OPERATOR_RERAN);
                }
            });
        } catch (ReeveException | StoreException e) {
            scene.story.tell(() -> "that was refused: " + e.getMessage());
        }
    }

    /** Moves a random execution to a random other version, if possible. */
    void move() {
        SimNode node = scene.someNode(chanceOfMoves);
        List<ExecutionState> open = scene.judge.executions().stream()
                .filter(state -> !state.status().isTerminal() && !state.isUndoing())
                .toList();
        if (node == null || open.isEmpty()) {
            return;
        }
        ExecutionState state = open.get(chanceOfMoves.nextInt(open.size()));
        String workflow = state.started().workflow();
        List<Integer> versions = scene.versions(workflow);
        int version = versions.get(chanceOfMoves.nextInt(versions.size()));
        node.run(() -> {
            try {
                node.node()
                        .definitions()
                        .find(state.started().namespace(), workflow, version)
                        .ifPresent(plan -> ask(node, state.id(), new Command.Move(plan, HOLDER, "moved")));
            } catch (ReeveException | StoreException e) {
                scene.story.tell(() -> "the operator cannot move anything: " + e.getMessage());
            }
        });
    }

    private Command decision(StepPath step) {
        return isBusy ? anyDecision(step) : plainDecision(step);
    }

    private Command plainDecision(StepPath step) {
        return switch (random.nextInt(5)) {
            case 0, 1 -> new Command.RetryStep(step, "operator");
            case 2 -> new Command.ResolveStep(step, new Json("{\"by\":\"hand\"}"), "operator");
            case 3 -> new Command.SkipStep(step, "operator");
            default -> new Command.Cancel("operator", "enough");
        };
    }

    private Command anyDecision(StepPath step) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> new Command.RetryStep(step, "operator");
            case 2, 3 ->
                new Command.RetryStep(
                        step, "operator", "edited", new Json("{\"edited\":%d}".formatted(random.nextInt(1000))));
            case 4, 5 -> new Command.ResolveStep(step, new Json("{\"by\":\"hand\"}"), "operator");
            case 6 -> new Command.SkipStep(step, "operator");
            case 7, 8 -> new Command.ProbeStep(step, HOLDER, "now");
            default -> new Command.Cancel("operator", "enough");
        };
    }

    private void ask(SimNode node, ExecutionId id, Command command) {
        scene.story.tell(() -> "the operator decides %s of %s".formatted(command, id));
        node.node().lanes().ask(id, command).whenComplete((nothing, error) -> {
            Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
            if (error == null && command instanceof Command.Cancel) {
                scene.judge.cancelAcknowledged(id);
            }
            if (error == null && command instanceof Command.SkipStep) {
                scene.sometimes.saw(Milestone.OPERATOR_SKIPPED);
            }
            if (cause instanceof ReeveException e && e.code() == ErrorCode.REFUSED) {
                scene.sometimes.saw(
                        command instanceof Command.Move ? Milestone.MOVE_REFUSED : Milestone.OPERATOR_REFUSED);
            }
        });
    }
}
