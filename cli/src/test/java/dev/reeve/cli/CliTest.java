package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** O1, O2, O3, O5 on a real file. */
final class CliTest {

    private ShopTerminal shop;

    @BeforeEach
    void fill(@TempDir Path directory) {
        shop = new ShopTerminal(directory);
    }

    @ParameterizedTest
    @CsvSource({
        "0, list",
        "0, show good",
        "0, show good --history",
        "0, explain idle",
        "0, explain idle --step wait --if silent",
        "0, inbox",
        "0, verify",
        "0, nodes",
        "0, service list",
        "0, service changes card.charge",
        "0, schedule list",
        "0, message list",
        "0, pause idle --by ann --reason x",
        "0, bulk skip --workflow none --by ann --reason x",
        "1, show nobody",
        "1, retry good pay --by ann --reason x",
        "1, resume good --by ann --reason x",
        "1, schedule pause none --by ann --reason x",
        "1, service resume none --by ann --reason x",
        "1, check none.yaml",
        "1, deploy none.yaml",
        "1, validate none.yaml",
        "2, list --limit many",
        "2, retry good",
        "2, show good --hist",
    })
    @DisplayName("With --json each command prints exactly one document, and an error is one")
    void oneDocument(int code, String command) {
        assertThat(shop.reeve((command + " --json").split(" "))).isEqualTo(code);

        assertThat(shop.lines()).hasSize(1);
        Map<?, ?> document = json(shop.lines().getFirst());
        boolean isError = code != 0 && !command.startsWith("validate");
        assertThat(document.containsKey("error")).isEqualTo(isError);
        if (isError) {
            Map<?, ?> error = (Map<?, ?>) Objects.requireNonNull(document.get("error"));
            assertThat(ErrorCode.valueOf(String.valueOf(error.get("code")))).isNotEqualTo(ErrorCode.INTERNAL);
            assertThat(String.valueOf(error.get("message"))).isNotBlank();
        }
    }

    /** The first object of a list in the only document. */
    private Map<?, ?> first(String list) {
        assertThat(shop.lines()).hasSize(1);
        return (Map<?, ?>)
                ((List<?>) Objects.requireNonNull(json(shop.lines().getFirst()).get(list), list)).getFirst();
    }

    private Map<?, ?> json(String line) {
        return (Map<?, ?>) Objects.requireNonNull(Json.parse(line).value());
    }

    @Test
    void listShowsTheNewestFirstAndFilters() {
        assertThat(shop.reeve("list")).isZero();
        assertThat(shop.lines()).hasSize(5);
        assertThat(shop.lines().getFirst()).contains("RUNNING", "nobody 1", "key idle");
        assertThat(shop.lines().getLast()).contains("COMPLETED", "desk 1", "key good");

        assertThat(shop.reeve("list", "--status", "escalated", "--workflow", "desk", "--limit", "2"))
                .isZero();
        assertThat(shop.lines()).hasSize(2).allMatch(line -> line.contains("DECLINED: order"));
        assertThat(shop.err()).contains("--after");

        assertThat(shop.reeve("list", "--label", "shop=berlin", "--json")).isZero();
        assertThat(shop.lines()).hasSize(1);
        Map<?, ?> record = first("executions");
        assertThat(record.get("key")).isEqualTo("good");
        assertThat(record.get("status")).isEqualTo("COMPLETED");
        assertThat(record.get("labels")).isEqualTo(Map.of("shop", "berlin"));
    }

    @Test
    void exportWritesExecutionsWithTheirHistories() throws IOException {
        assertThat(shop.reeve("export", "--workflow", "desk", "--label", "shop=berlin"))
                .isZero();
        List<Map<?, ?>> lines = shop.lines().stream().<Map<?, ?>>map(this::json).toList();
        assertThat(lines.stream().map(line -> String.valueOf(line.get("type"))))
                .containsExactly("archive", "definition", "execution", "end");
        assertThat(lines.get(1).get("content"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKey("steps");
        assertThat(lines.get(2).get("key")).isEqualTo("good");
        assertThat((List<?>) lines.get(2).get("journal")).isNotEmpty();
        assertThat(((Number) Objects.requireNonNull(lines.get(3).get("executions"))).intValue())
                .isEqualTo(1);
        assertThat(shop.err()).contains("1 execution exported");

        assertThat(shop.reeve("export", "good")).isZero();
        assertThat(shop.lines()).hasSize(4);
        assertThat(shop.reeve("export", "no such")).isEqualTo(1);
        assertThat(shop.reeve("export", "good", "--workflow", "desk")).isEqualTo(2);
        assertThat(shop.reeve("export", "--from", "yesterday")).isEqualTo(2);
        assertThat(shop.reeve("export", "--before", "2000-01-01T00:00:00Z")).isZero();
        assertThat(shop.lines()).hasSize(2);

        Path file = shop.file().resolveSibling("all.jsonl.gz");
        assertThat(shop.reeve("export", "--out", file.toString())).isZero();
        assertThat(shop.out()).isEmpty();
        assertThat(shop.file().resolveSibling("all.jsonl.gz.writing")).doesNotExist();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            List<String> all = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(all)
                    .filteredOn(line -> line.startsWith("{\"type\":\"execution\""))
                    .hasSize(5);
        }
        assertThat(shop.reeve(
                        "export",
                        "--out",
                        shop.file().resolveSibling("none/x.jsonl").toString()))
                .isEqualTo(1);
        assertThat(shop.err()).contains("cannot write").doesNotContain("\tat ");
    }

    @Test
    void showTellsEveryStepAndTheHistory() {
        assertThat(shop.reeve("show", "good")).isZero();
        assertThat(shop.out()).contains("COMPLETED", "pay ", "output \"paid\"", "input {");

        assertThat(shop.reeve("show", "bad-1")).isZero();
        assertThat(shop.out()).contains("because of step pay: ", "DECLINED");

        assertThat(shop.reeve("show", "bad-1", "--json")).isZero();
        assertThat(shop.lines()).hasSize(1);
        assertThat(json(shop.lines().getFirst()).get("failedStep")).isEqualTo("pay");
        assertThat((List<?>) json(shop.lines().getFirst()).get("steps")).hasSize(2);

        assertThat(shop.reeve("show", "bad-1", "--history")).isZero();
        assertThat(shop.out()).contains("ExecutionStarted", "StepEscalated").doesNotContain("nonce", "seed");

        assertThat(shop.reeve("show", "bad-1", "--history", "--json")).isZero();
        assertThat((List<?>) json(shop.lines().getFirst()).get("entries")).hasSizeGreaterThan(4);
        assertThat(first("entries").containsKey("event")).isTrue();
        assertThat(shop.out()).doesNotContain("nonce", "seed");
    }

    @Test
    @DisplayName("O2: show and explain tell how an execution was after one of its events")
    void thePastIsShown() {
        assertThat(shop.reeve("show", "bad-1", "--as-of", "1")).isZero();
        assertThat(shop.lines().getFirst()).isEqualTo("as it was after event 1:");
        assertThat(shop.out()).contains(": RUNNING").doesNotContain("DECLINED");
        assertThat(shop.reeve("show", "bad-1", "--as-of", "1", "--json")).isZero();
        assertThat(json(shop.lines().getFirst()).get("asOf")).isEqualTo(1);
        assertThat(shop.reeve("show", "bad-1", "--as-of", "1", "--history")).isZero();
        assertThat(shop.out()).contains("ExecutionStarted").doesNotContain("StepEscalated");
        assertThat(shop.reeve("explain", "bad-1", "--as-of", "1")).isZero();
        assertThat(shop.out()).startsWith("as it was after event 1:").doesNotContain("DECLINED");

        assertThat(shop.reeve("show", "bad-1", "--as-of", "99")).isOne();
        assertThat(shop.err()).contains("99");
        assertThat(shop.reeve("show", "bad-1", "--as-of", "0")).isEqualTo(2);
        assertThat(shop.reeve("explain", "bad-1", "--step", "pay", "--if", "LOST", "--as-of", "1"))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("O1: a job is shown and listed by the action that it calls, and not by its made definition alone")
    void jobs() {
        try (Reeve reeve = Reeve.open(shop.file())) {
            reeve.run("card.charge", 1, Start.key("readable"));
            reeve.run("Card.Charge", 1, Start.key("hashed"));
        }

        assertThat(shop.reeve("list", "--limit", "2")).isZero();
        assertThat(shop.lines().getFirst()).contains("  job Card.Charge  key hashed");
        assertThat(shop.lines().getLast()).contains("  job card.charge  key readable");
        assertThat(shop.reeve("show", "hashed")).isZero();
        assertThat(shop.out()).contains("  job that calls the action Card.Charge, workflow reeve_job_card_charge__");
        assertThat(shop.reeve("show", "readable", "--json")).isZero();
        assertThat(shop.out()).contains("\"action\":\"card.charge\"");
        assertThat(shop.reeve("show", "good", "--json")).isZero();
        assertThat(shop.out()).doesNotContain("\"action\"");
    }

    @Test
    @DisplayName("R3: an action is paused and resumed, and services lists who did so and why")
    void actionsArePaused() {
        assertThat(shop.reeve("service", "list")).isZero();
        assertThat(shop.out()).isEmpty();

        assertThat(shop.reeve(
                        "service", "pause", "payment.charge", "--by", "alice", "--reason", "the bank asked us to"))
                .isZero();
        assertThat(shop.reeve("service", "pause", "payment.charge", "--by", "bob", "--reason", "me, too"))
                .isZero();
        assertThat(shop.out()).contains("payment.charge is paused since", "by alice: the bank asked us to");

        assertThat(shop.reeve("service", "pause", "nobody.comes", "--by", "carol", "--reason", "on holiday"))
                .isZero();
        assertThat(shop.reeve("explain", "idle")).isZero();
        assertThat(shop.out()).contains("is queued since", "paused since", "by carol (on holiday)");
        assertThat(shop.reeve("service", "resume", "nobody.comes", "--by", "dave", "--reason", "it is back"))
                .isZero();

        assertThat(shop.reeve("service", "list", "--json")).isZero();
        assertThat(first("services").get("actor")).isEqualTo("alice");

        assertThat(shop.reeve("service", "resume", "payment.refund", "--by", "dave", "--reason", "it is back"))
                .isEqualTo(1);
        assertThat(shop.err()).contains("is not paused", "payment.charge");
        assertThat(shop.reeve("service", "resume", "payment.charge", "--by", "dave", "--reason", "it is back"))
                .isZero();
        assertThat(shop.reeve("service", "list")).isZero();
        assertThat(shop.out()).isEmpty();
    }

    @Test
    @DisplayName("O5: the people who paused and resumed an action are shown, also afterwards")
    void whoPausedIsTold() {
        assertThat(shop.reeve("service", "changes", "payment.charge")).isZero();
        assertThat(shop.out()).isEmpty();
        assertThat(shop.reeve(
                        "service", "pause", "payment.charge", "--by", "alice", "--reason", "the bank asked us to"))
                .isZero();
        assertThat(shop.reeve("service", "resume", "payment.charge", "--by", "dave", "--reason", "it is back"))
                .isZero();

        assertThat(shop.reeve("service", "changes", "payment.charge")).isZero();
        assertThat(shop.lines()).hasSize(2);
        assertThat(shop.lines().getFirst()).endsWith("resumed by dave: it is back");
        assertThat(shop.lines().getLast()).endsWith("paused by alice: the bank asked us to");
        assertThat(shop.reeve("service", "changes", "payment.charge", "--json")).isZero();
        assertThat(first("changes").get("change")).isEqualTo("RESUMED");
    }

    @Test
    @DisplayName("O2: explain names what a step waits for, and --if shows the effect of a change")
    void explainSaysWhatFollows() {
        assertThat(shop.reeve("explain", "bad-2")).isZero();
        assertThat(shop.out())
                .contains("ESCALATED", "in front of a person since", "DECLINED", "retry, resolve, skip, cancel");

        assertThat(shop.reeve("explain", "idle")).isZero();
        assertThat(shop.out()).contains("attempt 1 of 5 of nobody.comes", "queued since");

        assertThat(shop.reeve("explain", "idle", "--step", "wait", "--if", "silent"))
                .isZero();
        assertThat(shop.out()).contains("attempt 2 of 5", "AttemptFailed wait");

        assertThat(shop.reeve("explain", "idle", "--json")).isZero();
        assertThat(json(shop.lines().getFirst()).get("steps"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .extractingByKey("situation", InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("kind", "queued");

        assertThat(shop.reeve("explain", "bad-2", "--step", "pay", "--if", "LOST"))
                .isEqualTo(1);
        assertThat(shop.err()).contains("ESCALATED");
    }

    @Test
    @DisplayName("O5: the inbox groups escalations by their failure")
    void theInboxIsGrouped() {
        assertThat(shop.reeve("inbox")).isZero();
        assertThat(shop.out())
                .contains("3 × card.charge failed with BUSINESS DECLINED", "order <id> of -<n> cents", "for example");
        assertThat(shop.err()).contains("3 executions need a person");

        assertThat(shop.reeve("inbox", "--json", "--limit", "2")).isZero();
        assertThat(first("groups").get("steps")).isEqualTo(2);
        assertThat(shop.err()).contains("more that were not examined");
    }

    @Test
    @DisplayName("V8: verify finds nothing in an intact store, and every damage, also beside an engine")
    void verifyFindsWhatDoesNotHold() throws SQLException {
        assertThat(shop.reeve("verify")).isZero();
        assertThat(shop.out()).isEmpty();
        assertThat(shop.err()).contains("5 executions, all sound");
        try (Reeve reeve = Reeve.open(shop.file())) {
            assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
            assertThat(shop.reeve("verify")).isZero();
        }

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + shop.file());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("delete from journal where seq = 1"
                    + " and execution = (select number from execution where key = 'bad-2')");
        }

        assertThat(shop.reeve("verify")).isEqualTo(1);
        assertThat(shop.out()).contains("breaks HISTORY:").contains("seq 1");
        assertThat(shop.err()).contains("5 executions; incidents: 1");
        assertThat(shop.reeve("verify", "--json")).isEqualTo(1);
        assertThat(first("incidents").get("rule")).isEqualTo("HISTORY");
    }

    @Test
    @DisplayName("O2: retry, resolve, skip and cancel take effect and record actor and reason")
    void verbsAreCarriedOut() {
        String[] who = {"--by", "ann", "--reason", "seen the receipt"};
        assertThat(shop.reeve("resolve", "bad-1", "pay", "--output", "{\"cash\":true}", who[0], who[1], who[2], who[3]))
                .isZero();
        assertThat(shop.out()).contains("resolve pay, by ann; it is now RUNNING");
        assertThat(shop.reeve("skip", "bad-2", "pay", who[0], who[1], who[2], who[3]))
                .isZero();
        assertThat(shop.reeve("cancel", "bad-3", who[0], who[1], who[2], who[3], "--json"))
                .isZero();
        assertThat(json(shop.lines().getFirst()).get("verb")).isEqualTo("CANCEL");

        assertThat(shop.reeve("show", "bad-1", "--history")).isZero();
        assertThat(shop.out()).contains("StepResolved", "\"reason\":\"seen the receipt\"", "\"actor\":\"ann\"");
        assertThat(shop.reeve("inbox")).isZero();
        assertThat(shop.err()).contains("nothing needs a person");

        assertThat(shop.reeve("retry", "bad-1", "pay", who[0], who[1], who[2], who[3]))
                .isEqualTo(1);
        assertThat(shop.err()).contains("does not need a person");
    }

    @Test
    @DisplayName("beside a running engine a file can be read, and commands that would take it over are refused")
    void besideARunningEngine() {
        try (Reeve reeve = Reeve.open(shop.file())) {
            assertThat(shop.reeve("inbox")).isZero();
            assertThat(shop.out()).contains("3 × card.charge");

            assertThat(shop.reeve("retry", "bad-1", "pay", "--by", "ann", "--reason", "why not"))
                    .isEqualTo(1);
            assertThat(shop.err()).contains("is run by", "stop that process");

            reeve.find("bad-1").orElseThrow().actingAs("bob").recovery().retry("pay");
            assertThat(shop.reeve("show", "bad-1", "--history")).isZero();
            assertThat(shop.out()).contains("\"actor\":\"bob\"");
        }
    }

    @Test
    void whatIsNotThereIsToldWithExitCodeOne() {
        assertThat(shop.reeve("show", "no-such-key")).isEqualTo(1);
        assertThat(shop.err()).contains("no-such-key", "reeve list");
        assertThat(shop.reeve("show", "00000000-0000-0000-0000-000000000000")).isEqualTo(1);
        assertThat(shop.err()).contains("there is no execution");
        Path missing = shop.file().resolveSibling("missing.db");
        assertThat(shop.run("list", "--store", missing.toString())).isEqualTo(1);
        assertThat(shop.err()).contains("no file").doesNotContain("\tat ");
        assertThat(missing).doesNotExist();
        assertThat(shop.run("list", "--jdbc", "jdbc:postgresql://localhost:1/nothing"))
                .isEqualTo(1);
        assertThat(shop.err()).contains("PostgreSQL").doesNotContain("\tat ");
        assertThat(shop.out()).isEmpty();
    }
}
