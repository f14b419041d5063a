package dev.reeve.simulation.world;

import dev.reeve.core.Command;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepStatus;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.client.Execution;
import dev.reeve.engine.client.ExecutionQuery;
import dev.reeve.engine.client.ExecutionSummary;
import dev.reeve.engine.client.StepDescription;
import dev.reeve.model.Json;
import dev.reeve.simulation.check.Situation;
import dev.reeve.testkit.node.SimNode;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/** Looks after what needs a person. */
final class Operator {

    private final World world;
    private final RandomGenerator random;

    Operator(World world) {
        this.world = world;
        this.random = world.fate.source("operator");
    }

    /** Decides about every step that needs somebody, one way or the other; sometimes leaves one for later. */
    void act() {
        SimNode node = world.someNode(random);
        if (node != null) {
            node.run(() -> act(node));
        }
    }

    private void act(SimNode node) {
        try {
            for (ExecutionSummary summary : node.reeve()
                    .list(ExecutionQuery.all().status(ExecutionStatus.ESCALATED).limit(20))) {
                Optional<Execution> execution = node.reeve().find(summary.id());
                if (execution.isPresent()) {
                    for (StepDescription step : execution.get().describe().steps()) {
                        if (step.status() == StepStatus.ESCALATED && random.nextInt(4) > 0) {
                            decide(node, summary, step.step());
                        }
                    }
                }
            }
        } catch (ReeveException e) {
            world.story.tell(() -> "the operator cannot see anything: " + e.getMessage());
        }
    }

    private void decide(SimNode node, ExecutionSummary summary, StepPath step) {
        Command command = switch (random.nextInt(5)) {
            case 0, 1 -> new Command.RetryStep(step, "operator");
            case 2 -> new Command.ResolveStep(step, new Json("{\"by\":\"hand\"}"), "operator");
            case 3 -> new Command.SkipStep(step, "operator");
            default -> new Command.Cancel("operator", "enough");
        };
        world.story.tell(() -> "the operator decides %s of %s".formatted(command, summary.id()));
        node.node().lanes().ask(summary.id(), command).whenComplete((nothing, error) -> {
            Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
            if (error == null && command instanceof Command.Cancel) {
                world.judge.cancelAcknowledged(summary.id());
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
