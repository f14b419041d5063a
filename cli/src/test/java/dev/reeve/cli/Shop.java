package dev.reeve.cli;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;

/** Executions for the tests: one that ends, some that need a person, one that nobody does. */
public final class Shop {

    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String DESK = """
            workflow: desk
            version: 1
            steps:
              pay: { action: card.charge, onExhausted: escalate, compensate: card.refund }
              ship: { action: parcel.send, after: [pay] }
            """;

    record Order(String id, int cents) {}

    private Shop() {}

    /** A new store in this file, filled. */
    public static void fill(Path file) {
        try (Reeve reeve = Reeve.open(file)) {
            fill(reeve);
        }
    }

    /** Keys: good, bad-1 to bad-3 (escalated), and idle (queued for an agent that is not there). */
    public static void fill(Reeve reeve) {
        reeve.deploy(DefinitionReader.parse(DESK));
        reeve.deploy(DefinitionReader.parse("""
                workflow: nobody
                version: 1
                steps:
                  wait: { action: nobody.comes }
                """));
        reeve.agent("desk")
                .action("card.charge", Order.class, (order, step) -> {
                    if (order.cents() < 0) {
                        throw StepFailure.businessError(
                                "DECLINED", "order %s of %d cents".formatted(order.id(), order.cents()));
                    }
                    return "paid";
                })
                .action("card.refund", Map.class, (charge, step) -> "refunded")
                .action("parcel.send", Order.class, (order, step) -> "sent")
                .start();
        reeve.start("desk", new Order("o-1", 100), Start.key("good").label("shop", "berlin"))
                .awaitEnd(PATIENCE);
        for (int i = 1; i <= 3; i++) {
            Execution bad = reeve.start("desk", new Order("o-1" + i, -i), Start.key("bad-" + i));
            Awaitility.await().atMost(PATIENCE).until(() -> bad.status() == ExecutionStatus.ESCALATED);
        }
        reeve.start("nobody", new Order("o-9", 1), Start.key("idle"));
    }
}
