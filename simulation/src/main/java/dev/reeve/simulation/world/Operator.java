package dev.reeve.simulation.world;

import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepStatus;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.client.Execution;
import dev.reeve.engine.client.ExecutionDescription;
import dev.reeve.engine.client.ExecutionQuery;
import dev.reeve.engine.client.ExecutionSummary;
import dev.reeve.engine.client.StepActivity;
import dev.reeve.engine.client.StepDescription;
import dev.reeve.engine.store.UndeliverableMessage;
import dev.reeve.model.Json;
import dev.reeve.simulation.check.Situation;
import dev.reeve.testkit.node.SimNode;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Looks after what needs a person, and holds, asks about and undoes what does not. */
final class Operator {

    /** Of what may harm nobody: what "operator" has decided need not be undone. */
    private static final String HOLDER = "holder";

    private static final ExecutionStatus[] LOOKED_AFTER = {
        ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED, ExecutionStatus.RUNNING, ExecutionStatus.COMPENSATING
    };

    private final World world;
    private final RandomGenerator random;

    /** Whether it does more than to look after what needs a person: in every other world, as what is held fills no memory. */
    private final boolean isBusy;

    private @Nullable BulkDrive bulk;

    Operator(World world) {
        this.world = world;
        this.random = world.fate.source("operator");
        this.isBusy = world.fate.source("operator's verbs").nextBoolean();
    }

    /** Decides about every step that needs somebody, one way or the other, and lets go on what is held; sometimes not. */
    void act() {
        if (isBusy && (bulk == null || bulk.isFinished()) && random.nextInt(2) == 0) {
            bulk = new BulkDrive(world, random);
            bulk.drive();
        }
        SimNode node = world.someNode(random);
        if (node != null) {
            node.run(() -> act(node));
        }
    }

    private void act(SimNode node) {
        try {
            if (world.profile.delivery() != null) {
                for (UndeliverableMessage lost : node.reeve().undeliverable(20)) {
                    node.reeve().redeliver(lost.execution());
                }
            }
            ExecutionQuery query = ExecutionQuery.all().limit(20);
            for (ExecutionSummary summary :
                    node.reeve().list(isBusy ? query.status(LOOKED_AFTER) : query.status(ExecutionStatus.ESCALATED))) {
                Optional<Execution> execution = node.reeve().find(summary.id());
                if (execution.isPresent()) {
                    act(node, execution.get().describe());
                }
            }
        } catch (ReeveException e) {
            world.story.tell(() -> "the operator cannot see anything: " + e.getMessage());
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
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Command.RetryStep(step, "operator");
            case 2 ->
                new Command.RetryStep(
                        step, "operator", "edited", new Json("{\"edited\":%d}".formatted(random.nextInt(1000))));
            case 3 -> new Command.ResolveStep(step, new Json("{\"by\":\"hand\"}"), "operator");
            case 4 -> new Command.SkipStep(step, "operator");
            case 5, 6 -> new Command.ProbeStep(step, HOLDER, "now");
            default -> new Command.Cancel("operator", "enough");
        };
    }

    private void ask(SimNode node, ExecutionId id, Command command) {
        world.story.tell(() -> "the operator decides %s of %s".formatted(command, id));
        node.node().lanes().ask(id, command).whenComplete((nothing, error) -> {
            Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
            if (error == null && command instanceof Command.Cancel) {
                world.judge.cancelAcknowledged(id);
            }
            if (error == null && command instanceof Command.SkipStep) {
                world.sometimes.saw(Situation.OPERATOR_SKIPPED);
            }
            if (cause instanceof ReeveException e && e.code() == ErrorCode.REFUSED) {
                world.sometimes.saw(Situation.OPERATOR_REFUSED);
            }
        });
    }
}
