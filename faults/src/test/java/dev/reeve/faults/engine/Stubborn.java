package dev.reeve.faults.engine;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * An execution whose compensation fails until a service is willing, beside a {@link Workload}, whose agent performs the
 * other actions.
 */
public final class Stubborn {

    private static final Workflow WORKFLOW = Workflow.parse("""
            workflow: stubborn
            version: 1
            steps:
              first: { action: do, compensate: { action: undo } }
              second: { after: [first], action: do, compensate: { action: undo.never, retry: { maxAttempts: 2, backoff: 10ms } } }
              third: { after: [second], action: refuse }
            """);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Ledger ledger;
    private final BooleanSupplier willing;
    private final Execution execution;

    /** Starts the execution, or finds the one that an earlier engine has started. */
    public Stubborn(Reeve reeve, Ledger ledger, BooleanSupplier willing) {
        this.ledger = ledger;
        this.willing = willing;
        reeve.deploy(WORKFLOW);
        reeve.agent("stubborn")
                .action("undo.never", JsonNode.class, (input, step) -> undo(step))
                .start();
        execution = reeve.start("stubborn", Json.EMPTY_OBJECT, Start.key("stubborn"));
    }

    private Map<String, String> undo(StepContext step) {
        ledger.called(step);
        if (!willing.getAsBoolean()) {
            throw new IllegalStateException("not yet");
        }
        return Map.of();
    }

    public Execution execution() {
        return execution;
    }

    /** Waits until the execution escalates. */
    public void awaitEscalated() {
        Awaitility.await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
    }

    /** Retries the escalated step. */
    public void retry() {
        execution.actingAs("operator").recovery().retry("second");
    }
}
