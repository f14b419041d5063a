package dev.reeve.internal.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.CallTimes;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.internal.values.Times;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** I20: what is stored is read again, exactly, by this release and by the next. */
class EventCodecTest {

    private static final StepPath A = StepPath.of("a");
    private static final Instant AT = Instant.parse("2026-01-31T12:00:45.000001Z");
    private static final Json PAYLOAD = new Json("{\"n\":null,\"s\":\"\\u00e9\\n}]\",\"big\":12345678901234567890.10}");
    private static final Failure FAILURE = new Failure(
            Cause.THROTTLED, "SLOW_DOWN", "a \"quoted\"\nmessage, 100 % ☃", PAYLOAD, Duration.ofMillis(1500), true);
    private static final Failure PLAIN = new Failure(Cause.BUSINESS, "NO", "no", null, null, false);
    private static final ExecutionId OTHER = new ExecutionId(new UUID(7, 8));

    private static Event started(
            String workflow,
            @Nullable String replyTo,
            @Nullable String correlationId,
            @Nullable Rerun rerun,
            @Nullable Parent parent) {
        return new Event.ExecutionStarted(
                workflow, 1, "default", null, Json.NULL, 0, Map.of(), null, 1, replyTo, correlationId, rerun, parent);
    }

    /** One of every kind, with and without what can be left out. */
    private static List<Event> everyEvent() {
        return List.of(
                new Event.ExecutionStarted(
                        "order", 3, "shop", "order-1", PAYLOAD, -5, Map.of("input", "x", "failure", "y"), AT, -1L),
                new Event.ExecutionStarted("order", 1, "default", null, Json.NULL, 0, Map.of(), null, 0x12L),
                new Event.ExecutionStarted(
                        "order",
                        1,
                        "default",
                        null,
                        Json.NULL,
                        0,
                        Map.of(),
                        null,
                        1,
                        null,
                        null,
                        null,
                        null,
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
                new Event.StepReady(A, Purpose.FORWARD, null),
                new Event.StepReady(A, Purpose.PROBE, Json.NULL),
                new Event.StepReady(A, Purpose.FORWARD, PAYLOAD, "key \"1\""),
                new Event.StepReady(A, Purpose.FORWARD, null, ""),
                new Event.StepStarted(new StepPath("a", 3, 2), Purpose.FORWARD, 1, "agent \\ 1", AT, Long.MIN_VALUE),
                new Event.CheckpointRecorded(A, Purpose.FORWARD, 1, new Json("-1.50")),
                new Event.AttemptFailed(A, Purpose.COMPENSATION, 2, FAILURE),
                new Event.StepWaiting(A, Purpose.FORWARD, Times.MAX, WaitReason.PAUSE),
                new Event.StepResumed(A, Purpose.FORWARD),
                new Event.StepNotStarted(A, Purpose.FORWARD, PLAIN),
                new Event.StepNotStarted(A, Purpose.COMPENSATION, PLAIN),
                new Event.ProbeAnswered(A, 1, new ProbeAnswer.Done(PAYLOAD)),
                new Event.ProbeAnswered(A, 2, new ProbeAnswer.NotDone()),
                new Event.ProbeAnswered(A, 3, new ProbeAnswer.Running()),
                new Event.ProbeAnswered(A, 4, new ProbeAnswer.Unknown()),
                new Event.StepCompleted(A, 1, PAYLOAD),
                new Event.StepFailed(A, PLAIN, true),
                new Event.StepSkipped(A, SkipReason.CONDITION, null),
                new Event.StepSkipped(A, SkipReason.OPERATOR, "ann"),
                new Event.StepEscalated(A, Purpose.FORWARD, PLAIN),
                new Event.StepRetried(A, Purpose.FORWARD, "ann"),
                new Event.StepResolved(A, new Json("\"by hand\""), "ann"),
                new Event.StepCompensated(A, 1, new Json("true"), null),
                new Event.StepCompensated(A, 1, null, "ann"),
                new Event.LateReportKept(A, Purpose.FORWARD, 1, new Json("[]"), null),
                new Event.LateReportKept(A, Purpose.FORWARD, 1, null, PLAIN),
                new Event.CancelRequested("ann", "changed my mind"),
                new Event.CompensationStarted(FAILURE),
                new Event.ForwardClosed(),
                new Event.FinallyStarted(ExecutionStatus.COMPLETED, new Json("0")),
                new Event.FinallyStarted(ExecutionStatus.CANCELLED, null),
                new Event.ExecutionCompleted(new Json("{}")),
                new Event.ExecutionCompensated(PLAIN),
                new Event.ExecutionCancelled("changed my mind"),
                new Event.ExecutionFailed(PLAIN),
                new Event.StepSkipped(A, SkipReason.OPERATOR, "ann", "the carrier has it"),
                new Event.StepRetried(A, Purpose.COMPENSATION, "ann", "the bank is back"),
                new Event.StepResolved(A, new Json("1"), "ann", "seen \"in\" the ledger"),
                new Event.StepCompensated(A, 1, null, "ann", "refunded by hand"),
                new Event.StepRetried(A, Purpose.FORWARD, "ann", "a typo", PAYLOAD),
                new Event.ProbeRequested(A, "ann", "the bank is back"),
                new Event.CompensationRequested("ann", "recalled"),
                new Event.ExecutionPaused("ann", "stock-taking"),
                new Event.ExecutionResumed("ann", "counted"),
                started("order", "https://shop.example/hook?a=1", "basket 7", null, null),
                started(
                        "order",
                        null,
                        null,
                        new Rerun(OTHER, A, "ann", "the \"bank\" is back", Map.of("a", "key/a", "b", "key/b")),
                        null),
                started("order", null, null, new Rerun(OTHER, A, "ann", "again", Map.of()), null),
                new Event.StepTaken(A, PAYLOAD, Json.NULL, null, null, false),
                started(
                        "parcel",
                        null,
                        null,
                        null,
                        new Parent(
                                new AttemptToken(OTHER, A, Purpose.COMPENSATION, 2, -5),
                                3,
                                new ExecutionId(new UUID(7, 9)))),
                new Event.ChildStarted(A, Purpose.FORWARD, 1, OTHER, -1),
                new Event.StepTaken(A, null, Json.NULL, null, null, false, OTHER, 0, null),
                new Event.StepTaken(A, null, null, PLAIN, null, true),
                new Event.StepTaken(A, null, null, PLAIN, null, false, null, 3, PAYLOAD),
                new Event.StepTaken(A, null, null, null, SkipReason.CONDITION, false),
                new Event.ItemsStarted(A, new Json("[1.50,{\"a\":[]}]")),
                new Event.RoundEnded(A, 7, PAYLOAD),
                new Event.RoundUndone(A, 2, PAYLOAD, null, null),
                new Event.RoundUndone(A, 2, null, "ann", "by hand"),
                new Event.RoundFound(A, OTHER),
                new Event.SignalTaken(A, "approval"),
                new Event.SignalReceived("approval", "id \"1\"", PAYLOAD, "ann"),
                new Event.SignalReceived("approval", null, Json.NULL, "bob"),
                new Event.StepWaiting(A, Purpose.FORWARD, Times.MAX, WaitReason.SIGNAL),
                new Event.StepWaiting(A, Purpose.FORWARD, AT, WaitReason.ROUND),
                new Event.ExecutionMoved(2, "ann", "the mended version"),
                new Event.ExecutionDelayed(AT),
                new Event.ExecutionBegun(),
                new Event.StepReady(
                        A,
                        Purpose.FORWARD,
                        null,
                        null,
                        new CallTimes(Duration.ofSeconds(30), null, Duration.ofMillis(1500), Duration.ofHours(2)),
                        null),
                new Event.StepReady(A, Purpose.FORWARD, null, null, null, "payment.card"),
                new Event.CompletionStarted(A),
                new Event.OthersEnded(A, List.of(StepPath.of("b"), StepPath.of("c")), true),
                new Event.StepSkipped(A, SkipReason.NOT_NEEDED, null),
                new Event.SignalTaken(A, "moved", true),
                new Event.StepTaken(A, null, Json.NULL, null, null, false, OTHER, 2, null, true));
    }

    @Test
    @DisplayName("the list above has one event of each kind")
    void everyKind() {
        Set<Class<?>> tested = everyEvent().stream().map(Object::getClass).collect(Collectors.toSet());

        assertThat(tested).isEqualTo(kinds(Event.class).collect(Collectors.toSet()));
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventCodecTest::kinds)
                : Stream.of(type);
    }

    @Test
    @DisplayName("every event is read as it was written, every payload unchanged")
    void roundTrip() {
        assertThat(EventCodec.read(EventCodec.write(everyEvent()))).isEqualTo(everyEvent());
        assertThat(EventCodec.read(EventCodec.write(List.of()))).isEmpty();
    }

    @Test
    @DisplayName("this release writes events as the first release did, because stores keep them forever")
    void recorded() throws IOException {
        List<String> lines = resource("events-v1.json");

        assertThat(everyEvent().stream().map(event -> EventCodec.write(List.of(event))))
                .containsExactlyElementsOf(lines);
        assertThat(lines.stream().flatMap(line -> EventCodec.read(line).stream()))
                .isEqualTo(everyEvent());
    }

    @Test
    @DisplayName("reordered members and changed white space are read, also from PostgreSQL's jsonb")
    void reordered() throws IOException {
        List<Event> read = resource("events-v1-jsonb.json").stream()
                .flatMap(line -> EventCodec.read(line).stream())
                .toList();

        assertThat(read).hasSameSizeAs(everyEvent());
        for (int i = 0; i < read.size(); i++) {
            assertThat(withoutSpaces(read.get(i)))
                    .isEqualTo(withoutSpaces(everyEvent().get(i)));
        }
    }

    /** jsonb writes payloads in its own way. */
    private static String withoutSpaces(Event event) {
        return event.toString().replace(" ", "").replace("\\u00e9", "é");
    }

    @Test
    @DisplayName("members that this release does not know are ignored")
    void unknownMembers() {
        String json =
                "[{\"new\":{\"type\":[1,{}]},\"type\":\"StepResumed\",\"x\":[[]],\"step\":\"a\",\"purpose\":\"FORWARD\",\"y\":1.5e3}]";

        assertThat(EventCodec.read(json)).containsExactly(new Event.StepResumed(A, Purpose.FORWARD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[1]",
                "[{}]",
                "[{\"type\":\"StepTeleported\"}]",
                "[{\"type\":\"StepResumed\"}]",
                "[{\"type\":\"StepResumed\",\"step\":\"a\",\"purpose\":\"FUN\"}]",
                "[{\"type\":\"StepResumed\",\"step\":\"a[x]\",\"purpose\":\"FORWARD\"}]",
                "[{\"type\":\"StepResumed\",\"step\":{},\"purpose\":\"FORWARD\"}]",
                "[{\"type\":\"StepCompleted\",\"step\":\"a\",\"attempt\":\"one\",\"output\":1}]",
                "[{\"type\":\"StepCompleted\",\"step\":\"a\",\"attempt\":1}]",
                "[{\"type\":\"StepWaiting\",\"step\":\"a\",\"purpose\":\"FORWARD\",\"until\":\"soon\",\"reason\":\"PAUSE\"}]",
                "[{\"type\":\"ExecutionFailed\",\"failure\":[]}]",
                "[{\"type\":\"ForwardClosed\"}",
                "[{\"type\":\"ForwardClosed\"}] []",
                "[{\"type\":\"ProbeAnswered\",\"step\":\"a\",\"attempt\":1,\"answer\":\"PERHAPS\"}]"
            })
    @DisplayName("a text that is no list of events is refused, and the message names the problem")
    void refused(String json) {
        assertThatThrownBy(() -> EventCodec.read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s)(events|not a step path): .+");
    }

    @Test
    @DisplayName("random payloads of all sizes and shapes keep their text, also where Jackson changes its buffers")
    void randomPayloads() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 300; i++) {
            List<Event> events = new ArrayList<>();
            for (int k = random.nextInt(4); k >= 0; k--) {
                String filler =
                        "x\\n☃\\u0041".repeat(random.nextInt(10) == 0 ? random.nextInt(10_000) : random.nextInt(20));
                String payload = json(random, 3).replace("FILLER", filler);
                events.add(new Event.StepCompleted(StepPath.of("s" + k), k, new Json(payload)));
            }
            assertThat(EventCodec.read(EventCodec.write(events))).isEqualTo(events);
        }
    }

    @Test
    @DisplayName("text of any kind is quoted so that it is read again as it was")
    void anyText() {
        StringBuilder all = new StringBuilder();
        for (char c = 1; c < 0x300; c++) {
            all.append(c);
        }
        Event event = new Event.CancelRequested(all.toString(), "☃ 😀 \\u0041 \"\" \\\\");

        assertThat(EventCodec.read(EventCodec.write(List.of(event)))).containsExactly(event);
    }

    private static String json(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 8)) {
            case 0 -> "null";
            case 1 -> "-0.10";
            case 2 -> "123456789012345678901234567890e-5";
            case 3 -> "true";
            case 4 -> "\"FILLER\"";
            case 5 -> "0";
            case 6 -> "[" + json(random, depth - 1) + ", " + json(random, depth - 1) + "]";
            default -> "{\"\\\"k\": " + json(random, depth - 1) + ",\"l\":" + json(random, depth - 1) + "}";
        };
    }

    @Test
    @DisplayName("R37 instants have six digits, sort as text, and are those of java.time")
    void instants() {
        SplittableRandom random = new SplittableRandom(5);
        long from = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
        for (int i = 0; i < 10_000; i++) {
            Instant instant = Times.normal(Instant.ofEpochSecond(
                    random.nextLong(from, Times.MAX.getEpochSecond() + 1), random.nextInt(1_000_000_000)));
            assertThat(Times.format(instant)).hasSize(27).endsWith("Z");
            assertThat(Instant.parse(Times.format(instant))).isEqualTo(instant);
        }
        assertThat(Times.format(Times.MAX)).isEqualTo("9999-12-31T23:59:59.999999Z");
        assertThat(Times.normal(Instant.MAX)).isEqualTo(Times.MAX);
        assertThat(Times.format(Times.normal(Instant.MIN))).isEqualTo("0001-01-01T00:00:00.000000Z");
    }

    private static List<String> resource(String name) throws IOException {
        try (InputStream stream = Objects.requireNonNull(EventCodecTest.class.getResourceAsStream("/" + name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
