package dev.reeve.micrometer;

import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.util.Queue;

/** The workflow of these tests, and a service of it. */
final class Shop {

    /** In the input and in messages of failures. No measurement may show it. */
    static final String SECRET = "4711-1234";

    static final Workflow WORKFLOW = Workflow.parse("""
            workflow: shop
            version: 1
            steps:
              reserve: { action: stock.reserve, retry: { maxAttempts: 3, backoff: 1ms }, compensate: stock.release }
              charge: { action: card.charge, after: [reserve] }
            """);

    private Shop() {}

    /** Is busy at the first attempt. Adds the trace of each attempt. */
    static Handler<Json, Json> busyAtFirst(Queue<String> traces) {
        return (input, step) -> {
            traces.add(step.traceparent().orElse("none"));
            if (step.attempt() == 1) {
                throw StepFailure.transientError("BUSY", "not now, " + SECRET);
            }
            return input;
        };
    }
}
