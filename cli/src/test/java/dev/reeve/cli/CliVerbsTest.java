package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** O2: what a person does about executions, each verb on a real file: by whom and why is in the history. */
final class CliVerbsTest {

    private static final String[] WHO = {"--by", "ann", "--reason", "stock-taking"};

    private ShopTerminal shop;

    @BeforeEach
    void fill(@TempDir Path directory) {
        shop = new ShopTerminal(directory);
    }

    private int asAnn(String... args) {
        String[] all = Arrays.copyOf(args, args.length + WHO.length);
        System.arraycopy(WHO, 0, all, args.length, WHO.length);
        return shop.reeve(all);
    }

    private String history(String key) {
        assertThat(shop.reeve("show", key, "--history")).isZero();
        return shop.out();
    }

    @Test
    void pauseAndResume() {
        assertThat(asAnn("pause", "idle")).isZero();
        assertThat(shop.out()).contains("pause, by ann; it is now PAUSED");
        assertThat(shop.reeve("explain", "idle")).isZero();
        assertThat(shop.out()).contains("It is paused by ann");
        assertThat(asAnn("pause", "idle")).isEqualTo(1);
        assertThat(shop.err()).contains("already paused by ann");

        assertThat(asAnn("resume", "idle")).isZero();
        assertThat(shop.out()).contains("resume, by ann; it is now RUNNING");
        assertThat(asAnn("resume", "idle")).isEqualTo(1);
        assertThat(history("idle"))
                .contains("ExecutionPaused", "ExecutionResumed", "\"actor\":\"ann\"", "\"reason\":\"stock-taking\"");
    }

    @Test
    void compensate() {
        assertThat(asAnn("compensate", "bad-1")).isZero();
        assertThat(shop.out()).contains("compensate, by ann; it is now COMPENSATED");
        assertThat(asAnn("compensate", "bad-1")).isEqualTo(1);
        assertThat(history("bad-1")).contains("CompensationRequested", "\"reason\":\"stock-taking\"");
    }

    @Test
    void probe() {
        try (Reeve reeve = Reeve.open(shop.file())) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: transfer
                    version: 1
                    steps:
                      send: { action: bank.send, probe: bank.ask, retry: { maxAttempts: 1 }, onUnknown: escalate }
                    """));
            reeve.agent("bank")
                    .action("bank.send", Map.class, (input, step) -> {
                        throw StepFailure.businessError("LINE_CUT", "in the middle of it")
                                .possiblyDone();
                    })
                    .action("bank.ask", Map.class, (input, step) -> Map.of("state", "unknown"))
                    .start();
            Execution transfer = reeve.start("transfer", Map.of(), Start.key("t-1"));
            Awaitility.await().atMost(Shop.PATIENCE).until(() -> transfer.status() == ExecutionStatus.ESCALATED);
        }

        assertThat(asAnn("probe", "t-1", "send")).isZero();
        assertThat(shop.out()).contains("probe send, by ann; it is now RUNNING");
        assertThat(history("t-1")).contains("ProbeRequested", "\"reason\":\"stock-taking\"");
        assertThat(asAnn("probe", "bad-1", "pay")).isEqualTo(1);
        assertThat(shop.err()).contains("it has no probe");
    }

    @Test
    void retryWithAnotherInput() {
        assertThat(asAnn("retry", "bad-1", "pay", "--input", "{\"id\":\"o-7\",\"cents\":7}"))
                .isZero();
        assertThat(shop.out()).contains("retry pay, by ann; it is now RUNNING");
        assertThat(history("bad-1")).contains("StepRetried", "\"cents\":7");
    }

    @Test
    @DisplayName("an ended execution is re-run from a step on; each shows the other")
    void rerun() {
        assertThat(asAnn("rerun", "bad-1", "pay")).isEqualTo(1);
        assertThat(shop.err()).contains("ESCALATED", "cancel it first");
        assertThat(asAnn("rerun", "good", "refund")).isEqualTo(1);
        assertThat(shop.err()).contains("no step 'refund'");

        assertThat(asAnn("rerun", "good", "ship", "--json")).isZero();
        Map<?, ?> done = (Map<?, ?>)
                Objects.requireNonNull(Json.parse(shop.lines().getFirst()).value());
        String again = (String) Objects.requireNonNull(done.get("rerunAs"));
        assertThat(done.get("status")).isEqualTo("RUNNING");

        assertThat(shop.reeve("show", again)).isZero();
        assertThat(shop.out())
                .contains("does execution " + done.get("execution") + " again from step 'ship' on, as ann wanted")
                .containsPattern("pay +COMPLETED +taken over")
                .containsPattern("ship +READY");
        assertThat(shop.reeve("show", "good")).isZero();
        assertThat(shop.out()).contains("is done again as execution " + again);
        assertThat(shop.reeve("explain", again)).isZero();
        assertThat(shop.out()).contains("again from step 'ship' on");
        assertThat(asAnn("rerun", "good", "pay")).isEqualTo(1);
        assertThat(shop.err()).contains("done again already", again);
        assertThat(asAnn("rerun", "good", "ship")).isZero();
        assertThat(shop.out()).contains("rerun ship, by ann; execution " + again + " is now RUNNING");
    }

    @Test
    @DisplayName("bulk commands change exactly the matching executions, and list the refused ones")
    void bulk() {
        assertThat(shop.reeve("bulk", "skip", "--code", "DECLINED", "--count", "--json"))
                .isZero();
        assertThat(shop.lines()).containsExactly("{\"count\":3}");
        assertThat(asAnn("bulk", "skip", "--code", "DECLINED", "--expected", "4"))
                .isEqualTo(1);
        assertThat(shop.err()).contains("4");
        assertThat(shop.reeve("bulk", "skip", "--code", "DECLINED", "--by", "ann"))
                .isEqualTo(2);
        assertThat(shop.err()).contains("--reason");
        assertThat(asAnn("bulk", "skip", "--code", "DECLINED", "--per-second", "1000", "--json"))
                .isZero();
        assertThat(shop.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"verb\":\"SKIP\"", "\"done\":3", "\"refused\":0"));
        assertThat(history("bad-2")).contains("StepSkipped", "stock-taking (bulk ");

        assertThat(asAnn("bulk", "rerun", "--step", "pay", "--workflow", "desk"))
                .isZero();
        assertThat(shop.out()).contains("rerun, by ann: ");
        assertThat(asAnn("bulk", "cancel", "--workflow", "nobody")).isZero();
        assertThat(history("idle")).contains("CancelRequested");
        assertThat(asAnn("bulk", "rerun", "--step", "nothing", "--workflow", "nobody"))
                .isZero();
        assertThat(shop.err()).contains("refused by execution", "no step 'nothing'");
    }

    @Test
    @DisplayName("bulk rerun requires a step")
    void bulkRerunNeedsAStep() {
        assertThat(asAnn("bulk", "rerun")).isEqualTo(2);
        assertThat(shop.err()).contains("--step");
    }
}
