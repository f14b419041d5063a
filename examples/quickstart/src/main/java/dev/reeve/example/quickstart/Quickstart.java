package dev.reeve.example.quickstart;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

public final class Quickstart {

    record Order(String id, int cents) {}

    public static void main(String[] args) {
        Workflow workflow = Workflow.parse("""
                workflow: buy
                version: 1
                steps:
                  reserve: { action: stock.reserve, compensate: stock.release }
                  charge: { action: card.charge, after: [reserve] }
                output: "${ steps.charge.output.receipt }"
                """);
        try (Reeve reeve = Reeve.open(Path.of(args[0]))) {
            reeve.deploy(workflow);
            reeve.agent("shop")
                    .action("stock.reserve", Order.class, (order, step) -> "reserved for " + order.id())
                    .action("stock.release", (reservation, step) -> "released")
                    .action("card.charge", Order.class, (order, step) -> {
                        if (order.cents() > 10_000) {
                            throw StepFailure.businessError("CARD_DECLINED", "over the limit");
                        }
                        return Map.of("receipt", order.id() + " paid, key " + step.idempotencyKey());
                    })
                    .start();

            Execution small = reeve.start("buy", new Order("o-1", 4_200), Start.key("o-1"));
            System.out.println(small.await(String.class, Duration.ofMinutes(1)));

            Execution large = reeve.start("buy", new Order("o-2", 99_000), Start.key("o-2"));
            System.out.println(large.awaitEnd(Duration.ofMinutes(1)).status());
        }
    }
}
