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

    @TempDir
    private Path directory;

    private final Terminal terminal = new Terminal();

    @BeforeEach
    void fill() {
        Shop.fill(file());
    }

    private Path file() {
        return directory.resolve("shop.db");
    }

    private int reeve(String... args) {
        return terminal.run(file(), args);
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
        assertThat(reeve((command + " --json").split(" "))).isEqualTo(code);

        assertThat(terminal.lines()).hasSize(1);
        Map<?, ?> document = json(terminal.lines().getFirst());
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
        assertThat(terminal.lines()).hasSize(1);
        return (Map<?, ?>) ((List<?>)
                        Objects.requireNonNull(json(terminal.lines().getFirst()).get(list), list))
                .getFirst();
    }

    private Map<?, ?> json(String line) {
        return (Map<?, ?>) Objects.requireNonNull(Json.parse(line).value());
    }

    @Test
    void listShowsTheNewestFirstAndFilters() {
        assertThat(reeve("list")).isZero();
        assertThat(terminal.lines()).hasSize(5);
        assertThat(terminal.lines().getFirst()).contains("RUNNING", "nobody 1", "key idle");
        assertThat(terminal.lines().getLast()).contains("COMPLETED", "desk 1", "key good");

        assertThat(reeve("list", "--status", "escalated", "--workflow", "desk", "--limit", "2"))
                .isZero();
        assertThat(terminal.lines()).hasSize(2).allMatch(line -> line.contains("DECLINED: order"));
        assertThat(terminal.err()).contains("--after");

        assertThat(reeve("list", "--label", "shop=berlin", "--json")).isZero();
        assertThat(terminal.lines()).hasSize(1);
        Map<?, ?> record = first("executions");
        assertThat(record.get("key")).isEqualTo("good");
        assertThat(record.get("status")).isEqualTo("COMPLETED");
        assertThat(record.get("labels")).isEqualTo(Map.of("shop", "berlin"));
    }

    @Test
    void exportWritesExecutionsWithTheirHistories() throws IOException {
        assertThat(reeve("export", "--workflow", "desk", "--label", "shop=berlin"))
                .isZero();
        List<Map<?, ?>> lines =
                terminal.lines().stream().<Map<?, ?>>map(this::json).toList();
        assertThat(lines.stream().map(line -> String.valueOf(line.get("type"))))
                .containsExactly("archive", "definition", "execution", "end");
        assertThat(lines.get(1).get("content"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKey("steps");
        assertThat(lines.get(2).get("key")).isEqualTo("good");
        assertThat((List<?>) lines.get(2).get("journal")).isNotEmpty();
        assertThat(((Number) Objects.requireNonNull(lines.get(3).get("executions"))).intValue())
                .isEqualTo(1);
        assertThat(terminal.err()).contains("1 execution exported");

        assertThat(reeve("export", "good")).isZero();
        assertThat(terminal.lines()).hasSize(4);
        assertThat(reeve("export", "no such")).isEqualTo(1);
        assertThat(reeve("export", "good", "--workflow", "desk")).isEqualTo(2);
        assertThat(reeve("export", "--from", "yesterday")).isEqualTo(2);
        assertThat(reeve("export", "--before", "2000-01-01T00:00:00Z")).isZero();
        assertThat(terminal.lines()).hasSize(2);

        Path file = directory.resolve("all.jsonl.gz");
        assertThat(reeve("export", "--out", file.toString())).isZero();
        assertThat(terminal.out()).isEmpty();
        assertThat(directory.resolve("all.jsonl.gz.writing")).doesNotExist();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            List<String> all = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(all)
                    .filteredOn(line -> line.startsWith("{\"type\":\"execution\""))
                    .hasSize(5);
        }
        assertThat(reeve("export", "--out", directory.resolve("none/x.jsonl").toString()))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("cannot write").doesNotContain("\tat ");
    }

    @Test
    void showTellsEveryStepAndTheHistory() {
        assertThat(reeve("show", "good")).isZero();
        assertThat(terminal.out()).contains("COMPLETED", "pay ", "output \"paid\"", "input {");

        assertThat(reeve("show", "bad-1", "--json")).isZero();
        assertThat(terminal.lines()).hasSize(1);
        assertThat((List<?>) json(terminal.lines().getFirst()).get("steps")).hasSize(2);

        assertThat(reeve("show", "bad-1", "--history")).isZero();
        assertThat(terminal.out()).contains("ExecutionStarted", "StepEscalated").doesNotContain("nonce", "seed");

        assertThat(reeve("show", "bad-1", "--history", "--json")).isZero();
        assertThat((List<?>) json(terminal.lines().getFirst()).get("entries")).hasSizeGreaterThan(4);
        assertThat(first("entries").containsKey("event")).isTrue();
        assertThat(terminal.out()).doesNotContain("nonce", "seed");
    }

    @Test
    @DisplayName("O1: a job is shown and listed by the action that it calls, and not by its made definition alone")
    void jobs() {
        try (Reeve reeve = Reeve.open(file())) {
            reeve.run("card.charge", 1, Start.key("readable"));
            reeve.run("Card.Charge", 1, Start.key("hashed"));
        }

        assertThat(reeve("list", "--limit", "2")).isZero();
        assertThat(terminal.lines().getFirst()).contains("  job Card.Charge  key hashed");
        assertThat(terminal.lines().getLast()).contains("  job card.charge  key readable");
        assertThat(reeve("show", "hashed")).isZero();
        assertThat(terminal.out())
                .contains("  job that calls the action Card.Charge, workflow reeve_job_card_charge__");
        assertThat(reeve("show", "readable", "--json")).isZero();
        assertThat(terminal.out()).contains("\"action\":\"card.charge\"");
        assertThat(reeve("show", "good", "--json")).isZero();
        assertThat(terminal.out()).doesNotContain("\"action\"");
    }

    @Test
    @DisplayName("R3: an action is paused and resumed, and services lists who did so and why")
    void actionsArePaused() {
        assertThat(reeve("service", "list")).isZero();
        assertThat(terminal.out()).isEmpty();

        assertThat(reeve("service", "pause", "payment.charge", "--by", "alice", "--reason", "the bank asked us to"))
                .isZero();
        assertThat(reeve("service", "pause", "payment.charge", "--by", "bob", "--reason", "me, too"))
                .isZero();
        assertThat(terminal.out()).contains("payment.charge is paused since", "by alice: the bank asked us to");

        assertThat(reeve("service", "pause", "nobody.comes", "--by", "carol", "--reason", "on holiday"))
                .isZero();
        assertThat(reeve("explain", "idle")).isZero();
        assertThat(terminal.out()).contains("is queued since", "paused since", "by carol (on holiday)");
        assertThat(reeve("service", "resume", "nobody.comes", "--by", "dave", "--reason", "it is back"))
                .isZero();

        assertThat(reeve("service", "list", "--json")).isZero();
        assertThat(first("services").get("actor")).isEqualTo("alice");

        assertThat(reeve("service", "resume", "payment.refund", "--by", "dave", "--reason", "it is back"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("is not paused", "payment.charge");
        assertThat(reeve("service", "resume", "payment.charge", "--by", "dave", "--reason", "it is back"))
                .isZero();
        assertThat(reeve("service", "list")).isZero();
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    @DisplayName("O5: the people who paused and resumed an action are shown, also afterwards")
    void whoPausedIsTold() {
        assertThat(reeve("service", "changes", "payment.charge")).isZero();
        assertThat(terminal.out()).isEmpty();
        assertThat(reeve("service", "pause", "payment.charge", "--by", "alice", "--reason", "the bank asked us to"))
                .isZero();
        assertThat(reeve("service", "resume", "payment.charge", "--by", "dave", "--reason", "it is back"))
                .isZero();

        assertThat(reeve("service", "changes", "payment.charge")).isZero();
        assertThat(terminal.lines()).hasSize(2);
        assertThat(terminal.lines().getFirst()).endsWith("resumed by dave: it is back");
        assertThat(terminal.lines().getLast()).endsWith("paused by alice: the bank asked us to");
        assertThat(reeve("service", "changes", "payment.charge", "--json")).isZero();
        assertThat(first("changes").get("change")).isEqualTo("RESUMED");
    }

    @Test
    @DisplayName("O2: explain names what a step waits for, and --if shows the effect of a change")
    void explainSaysWhatFollows() {
        assertThat(reeve("explain", "bad-2")).isZero();
        assertThat(terminal.out())
                .contains("ESCALATED", "in front of a person since", "DECLINED", "retry, resolve, skip, cancel");

        assertThat(reeve("explain", "idle")).isZero();
        assertThat(terminal.out()).contains("attempt 1 of 5 of nobody.comes", "queued since");

        assertThat(reeve("explain", "idle", "--step", "wait", "--if", "silent")).isZero();
        assertThat(terminal.out()).contains("attempt 2 of 5", "AttemptFailed wait");

        assertThat(reeve("explain", "idle", "--json")).isZero();
        assertThat(json(terminal.lines().getFirst()).get("steps"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .extractingByKey("situation", InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("kind", "queued");

        assertThat(reeve("explain", "bad-2", "--step", "pay", "--if", "LOST")).isEqualTo(1);
        assertThat(terminal.err()).contains("ESCALATED");
    }

    @Test
    @DisplayName("O5: the inbox groups escalations by their failure")
    void theInboxIsGrouped() {
        assertThat(reeve("inbox")).isZero();
        assertThat(terminal.out())
                .contains("3 × card.charge failed with BUSINESS DECLINED", "order <id> of -<n> cents", "for example");
        assertThat(terminal.err()).contains("3 executions need a person");

        assertThat(reeve("inbox", "--json", "--limit", "2")).isZero();
        assertThat(first("groups").get("steps")).isEqualTo(2);
        assertThat(terminal.err()).contains("more that were not examined");
    }

    @Test
    @DisplayName("V8: verify finds nothing in an intact store, and every damage, also beside an engine")
    void verifyFindsWhatDoesNotHold() throws SQLException {
        assertThat(reeve("verify")).isZero();
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("5 executions, all sound");
        try (Reeve reeve = Reeve.open(file())) {
            assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
            assertThat(reeve("verify")).isZero();
        }

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("delete from journal where seq = 1"
                    + " and execution = (select number from execution where key = 'bad-2')");
        }

        assertThat(reeve("verify")).isEqualTo(1);
        assertThat(terminal.out()).contains("breaks HISTORY:").contains("seq 1");
        assertThat(terminal.err()).contains("5 executions; incidents: 1");
        assertThat(reeve("verify", "--json")).isEqualTo(1);
        assertThat(first("incidents").get("rule")).isEqualTo("HISTORY");
    }

    @Test
    @DisplayName("O2: retry, resolve, skip and cancel take effect and record actor and reason")
    void verbsAreCarriedOut() {
        String[] who = {"--by", "ann", "--reason", "seen the receipt"};
        assertThat(reeve("resolve", "bad-1", "pay", "--output", "{\"cash\":true}", who[0], who[1], who[2], who[3]))
                .isZero();
        assertThat(terminal.out()).contains("resolve pay, by ann; it is now RUNNING");
        assertThat(reeve("skip", "bad-2", "pay", who[0], who[1], who[2], who[3]))
                .isZero();
        assertThat(reeve("cancel", "bad-3", who[0], who[1], who[2], who[3], "--json"))
                .isZero();
        assertThat(json(terminal.lines().getFirst()).get("verb")).isEqualTo("CANCEL");

        assertThat(reeve("show", "bad-1", "--history")).isZero();
        assertThat(terminal.out()).contains("StepResolved", "\"reason\":\"seen the receipt\"", "\"actor\":\"ann\"");
        assertThat(reeve("inbox")).isZero();
        assertThat(terminal.err()).contains("nothing needs a person");

        assertThat(reeve("retry", "bad-1", "pay", who[0], who[1], who[2], who[3]))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("does not need a person");
    }

    @Test
    @DisplayName("beside a running engine a file can be read, and commands that would take it over are refused")
    void besideARunningEngine() {
        try (Reeve reeve = Reeve.open(file())) {
            assertThat(reeve("inbox")).isZero();
            assertThat(terminal.out()).contains("3 × card.charge");

            assertThat(reeve("retry", "bad-1", "pay", "--by", "ann", "--reason", "why not"))
                    .isEqualTo(1);
            assertThat(terminal.err()).contains("is run by", "stop that process");

            reeve.find("bad-1").orElseThrow().actingAs("bob").recovery().retry("pay");
            assertThat(reeve("show", "bad-1", "--history")).isZero();
            assertThat(terminal.out()).contains("\"actor\":\"bob\"");
        }
    }

    @Test
    void whatIsNotThereIsToldWithExitCodeOne() {
        assertThat(reeve("show", "no-such-key")).isEqualTo(1);
        assertThat(terminal.err()).contains("no-such-key", "reeve list");
        assertThat(reeve("show", "00000000-0000-0000-0000-000000000000")).isEqualTo(1);
        assertThat(terminal.err()).contains("there is no execution");
        Path missing = directory.resolve("missing.db");
        assertThat(terminal.run("list", "--store", missing.toString())).isEqualTo(1);
        assertThat(terminal.err()).contains("no file").doesNotContain("\tat ");
        assertThat(missing).doesNotExist();
        assertThat(terminal.run("list", "--jdbc", "jdbc:postgresql://localhost:1/nothing"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("PostgreSQL").doesNotContain("\tat ");
        assertThat(terminal.out()).isEmpty();
    }
}
