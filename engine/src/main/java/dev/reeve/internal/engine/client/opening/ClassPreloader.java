package dev.reeve.internal.engine.client.opening;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * Loads the classes of a first step while the database is being opened, by running such a step in memory. In a new
 * process, class loading takes most of the time to the first result.
 */
public final class ClassPreloader {

    private ClassPreloader() {}

    public static void run() {
        Workflow written = Workflow.named("preload")
                .version(1)
                .step("first", step -> step.action("preload.first"))
                .build();
        Plan plan = Plan.of(DefinitionReader.parse(written.toJson().text()));
        Event.ExecutionStarted start =
                new Event.ExecutionStarted("preload", 1, Node.DEFAULT_NAMESPACE, null, Json.NULL, 0, Map.of(), null, 0);
        Decision.Accepted started = Decider.start(new ExecutionId(new UUID(0, 0)), plan, start, Instant.EPOCH);
        Decision running =
                Decider.decide(started.state(), new Command.StartStep(StepPath.of("first"), "preload"), Instant.EPOCH);
        if (running instanceof Decision.Accepted accepted) {
            EventCodec.read(EventCodec.write(accepted.events()));
        }
    }
}
