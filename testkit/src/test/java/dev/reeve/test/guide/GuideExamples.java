package dev.reeve.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.agent.StepContext;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.workflow.Workflow;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** The code of docs/guide/testing.md. */
final class GuideExamples {

    private GuideExamples() {}

    // example: workflow
    static final Workflow BUY = Workflow.parse("""
            workflow: buy
            version: 1
            steps:
              charge: { action: card.charge, compensate: card.refund }
              send: { action: parcel.send, after: [charge] }
            """);
    // end

    // example: shop
    record Purchase(String order, int cents) {}

    static class Shop {
        final Map<String, Integer> payments = new HashMap<>();

        Map<String, String> charge(Purchase purchase, StepContext step) {
            String payment = "p-" + (payments.size() + 1);
            payments.put(payment, purchase.cents());
            return Map.of("payment", payment);
        }

        String refund(JsonNode undo, StepContext step) {
            payments.remove(undo.path("output").path("payment").asString(""));
            return "refunded";
        }

        int takings() {
            return payments.values().stream().mapToInt(cents -> cents).sum();
        }
    }
    // end

    // example: check
    static FailureReport check(Workflow workflow, Supplier<Shop> outside) {
        return FailureModes.of(workflow, outside)
                .input(new Purchase("o-1", 4_200))
                .services((shop, services) -> services.handle("card.charge", Purchase.class, shop::charge)
                        .handle("card.refund", shop::refund))
                .otherActionsSucceed()
                .invariant("a customer pays for what was sent, once", (shop, end) -> {
                    if (end.status() != ExecutionStatus.ESCALATED) {
                        assertThat(shop.takings()).isEqualTo(end.status() == ExecutionStatus.COMPLETED ? 4_200 : 0);
                    }
                })
                .check();
    }
    // end

    // example: keyed
    static class KeyedShop extends Shop {
        @Override
        Map<String, String> charge(Purchase purchase, StepContext step) {
            String payment = "p-" + step.idempotencyKey();
            payments.put(payment, purchase.cents());
            return Map.of("payment", payment);
        }
    }
    // end

    // example: mended
    static class MendedShop extends Shop {
        @Override
        Map<String, String> charge(Purchase purchase, StepContext step) {
            payments.put(purchase.order(), purchase.cents());
            return Map.of("payment", purchase.order());
        }

        @Override
        String refund(JsonNode undo, StepContext step) {
            payments.remove(undo.path("input").path("order").asString());
            return "refunded";
        }
    }
    // end

    // example: mended-workflow
    static final Workflow MENDED = Workflow.parse("""
            workflow: buy
            version: 2
            steps:
              charge: { action: card.charge, compensate: card.refund }
              send: { action: parcel.send, after: [charge], compensate: parcel.recall }
            """);
    // end
}
