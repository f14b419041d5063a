package dev.reeve.example.stories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three stories again, with each fault at each moment. */
@Tag("proof")
@DisplayName("S7: with any fault at any moment, a story is done, undone, or needs a person")
class EveryFaultTest {

    private static Workflow definition(String file) {
        return Workflow.load(Path.of(file));
    }

    private static void provesSomething(FailureReport report) {
        assertThat(report.leftOut()).isZero();
        assertThat(report.ended(ExecutionStatus.COMPLETED)).isPositive();
        assertThat(report.ended(ExecutionStatus.COMPENSATED)).isPositive();
    }

    @Test
    void orders() {
        provesSomething(FailureModes.of(definition("order/order.yaml"))
                .children(definition("order/parcel.yaml"))
                .input(Map.of(
                        "order",
                        "o-1",
                        "card",
                        "4242",
                        "parcels",
                        List.of(Map.of("sku", "lamp", "cents", 4_000, "availableAt", "2026-03-01T13:00:00Z"))))
                .services((outside, services) -> services.on("parcel.send").answers(Map.of("tracking", "t-1")))
                .otherActionsSucceed()
                .mayStay("mail.send")
                .mayStay("card.release")
                .check());
    }

    @Test
    void pipelines() {
        provesSomething(FailureModes.of(definition("pipeline/pipeline.yaml"))
                .children(definition("pipeline/load_file.yaml"))
                .input(Map.of("day", "2026-03-01"))
                .services((outside, services) -> {
                    services.on("files.find").answers(Map.of("files", List.of(Map.of("name", "north", "kind", "csv"))));
                    services.on("csv.load").answers(Map.of("table", "north", "rows", 10));
                })
                .otherActionsSucceed()
                .mayStay("files.find")
                .mayStay("figures.check")
                .check());
    }

    @Test
    void claims() {
        provesSomething(FailureModes.of(definition("claim/claim.yaml"))
                .children(definition("claim/approval.yaml"))
                .input(Map.of("claim", "c-1", "customer", "ada", "cents", 20_000))
                .otherActionsSucceed()
                .mayStay("mail.send")
                .check());
    }
}
