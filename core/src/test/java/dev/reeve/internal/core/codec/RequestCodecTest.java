package dev.reeve.internal.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node reads the requests of another one exactly, or refuses them as a whole. */
final class RequestCodecTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(7, 8));
    private static final StepPath STEP = new StepPath("a", 3, 2);
    private static final AttemptToken TOKEN = new AttemptToken(ID, STEP, Purpose.COMPENSATION, 4, Long.MIN_VALUE);
    private static final Instant AT = Instant.parse("2026-01-31T12:00:45.000001Z");
    private static final Json PAYLOAD = new Json("{\"n\":null,\"s\":\"\\u00e9\\n}]\",\"big\":12345678901234567890.10}");
    private static final Failure FAILURE = new Failure(
            Cause.THROTTLED, "SLOW_DOWN", "a \"quoted\"\nmessage, 100 % ☃", PAYLOAD, Duration.ofMillis(1500), true);

    private static List<Command> commands() {
        return List.of(
                new Command.CompleteAttempt(TOKEN, PAYLOAD),
                new Command.CompleteAttempt(TOKEN, Json.NULL),
                new Command.FailAttempt(TOKEN, FAILURE),
                new Command.FailAttempt(TOKEN, new Failure(Cause.BUSINESS, "NO", "no", null, null, false)),
                new Command.RecordCheckpoint(TOKEN, new Json("-1.50")),
                new Command.LoseAttempt(TOKEN),
                new Command.Signal("paid", "id \"1\"", PAYLOAD, "alice"),
                new Command.Signal("paid", null, Json.NULL, ""),
                new Command.Cancel("alice", "no longer\nwanted"),
                new Command.Compensate("alice", "why"),
                new Command.Pause("alice", "why"),
                new Command.Resume("alice", ""),
                new Command.ProbeStep(STEP, "alice", "why"),
                new Command.RetryStep(STEP, "alice"),
                new Command.RetryStep(STEP, "alice", "why", PAYLOAD),
                new Command.ResolveStep(STEP, PAYLOAD, "alice"),
                new Command.ResolveStep(STEP, Json.EMPTY_OBJECT, "alice", "why"),
                new Command.SkipStep(STEP, "alice"),
                new Command.SkipStep(StepPath.of("a"), "alice", "why"));
    }

    private static List<Event> events() {
        return List.of(
                new Event.ExecutionStarted(
                        "order",
                        3,
                        "shop",
                        "order-1",
                        PAYLOAD,
                        -5,
                        Map.of("input", "x", "events", "y"),
                        AT,
                        -1L,
                        "https://example.org/?a=b",
                        "c-1",
                        new Rerun(new ExecutionId(new UUID(1, 2)), STEP, "alice", "why", Map.of("a", "b")),
                        new Parent(TOKEN, 2, new ExecutionId(new UUID(3, 4)))),
                new Event.StepTaken(StepPath.of("a"), null, PAYLOAD, null, null, false),
                new Event.StepTaken(StepPath.of("b"), PAYLOAD, null, FAILURE, null, true),
                new Event.StepTaken(StepPath.of("c"), null, null, null, SkipReason.CONDITION, false));
    }

    private static Stream<Request> requests() {
        return Stream.concat(
                commands().stream().map(Request.Ask::new),
                Stream.of(
                        new Request.Begin(events(), Long.MIN_VALUE, AT, KeyPolicy.REFUSE),
                        new Request.Begin(
                                List.of(new Event.ExecutionStarted(
                                        "o", 1, "default", null, Json.NULL, 0, Map.of(), null, 0)),
                                0x12,
                                null,
                                KeyPolicy.RETURN),
                        new Request.Begin(
                                List.of(
                                        events().getFirst(),
                                        new Event.SignalReceived("paid", "id \"1\"", PAYLOAD, "alice")),
                                0x12,
                                AT,
                                KeyPolicy.RETURN_OPEN),
                        new Request.Move("order", 7, "alice", "why"),
                        new Request.Arrive()));
    }

    @ParameterizedTest
    @MethodSource("requests")
    @DisplayName("I20: every request is read as it was written")
    void roundTrip(Request request) {
        String text = RequestCodec.write(request);

        assertThat(RequestCodec.read(text, ID)).isEqualTo(request);
    }

    @Test
    @DisplayName("every command is a request of another node, or one that only the owner finds")
    void complete() {
        Set<Class<?>> ownersOnly = Set.of(
                Command.StartStep.class,
                Command.StartChild.class,
                Command.FindRound.class,
                Command.GiveUpAttempt.class,
                Command.WakeStep.class,
                Command.WakeExecution.class,
                Command.ApplyStoredOutput.class,
                Command.Move.class); // a request of its own
        Set<Class<?>> written = commands().stream().map(Object::getClass).collect(Collectors.toSet());

        assertThat(Stream.concat(ownersOnly.stream(), written.stream()))
                .containsExactlyInAnyOrder(Command.class.getPermittedSubclasses());
        assertThat(Arrays.stream(Request.class.getPermittedSubclasses()))
                .containsAll(requests().map(Object::getClass).collect(Collectors.toSet()));
        assertThatThrownBy(() -> RequestCodec.write(new Request.Ask(new Command.WakeExecution())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found WakeExecution");
    }

    @Test
    @DisplayName("a database may change the order of members and the white space")
    void order() {
        assertThat(RequestCodec.read(
                        "{ \"by\": \"alice\", \"data\": {\"a\": 1.50}, \"signal\": \"paid\", \"type\": \"Signal\" }",
                        ID))
                .isEqualTo(new Request.Ask(new Command.Signal("paid", null, new Json("{\"a\": 1.50}"), "alice")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"Levitate\",\"by\":\"alice\"}",
                "{\"type\":\"Cancel\",\"by\":\"alice\",\"reason\":\"why\",\"unless\":\"shipped\"}",
                "{\"type\":\"Cancel\",\"by\":\"alice\",\"reason\":\"why\",\"unless\":{\"step\":\"shipped\"}}",
                "{\"type\":\"Cancel\",\"by\":\"alice\"}",
                "{\"type\":\"SkipStep\",\"step\":\"a[x]\",\"by\":\"alice\"}",
                "{\"type\":\"LoseAttempt\",\"step\":\"a\",\"purpose\":\"DREAM\",\"attempt\":1,\"nonce\":\"1\"}",
                "{\"type\":\"Begin\",\"digest\":\"1\",\"keyPolicy\":\"ANEW\",\"events\":[{\"type\":\"ExecutionStarted\",\"workflow\":\"o\","
                        + "\"version\":1,\"namespace\":\"n\",\"input\":{},\"seed\":\"1\"}]}",
                "{\"type\":\"Begin\",\"digest\":\"1\",\"events\":[]}",
                "{\"type\":\"Begin\",\"digest\":\"1\",\"events\":[{\"type\":\"ExecutionBegun\"}]}",
                "{\"type\":\"Begin\",\"digest\":\"1\",\"events\":[{\"type\":\"ExecutionStarted\",\"workflow\":\"o\","
                        + "\"version\":1,\"namespace\":\"n\",\"input\":{},\"seed\":\"1\",\"mood\":\"fine\"}]}",
                "{\"type\":\"Arrive\"} {}",
                "[]",
                "",
                "{"
            })
    @DisplayName("what a newer release asks, and what is no request, is refused as a whole")
    void newer(String text) {
        assertThatThrownBy(() -> RequestCodec.read(text, ID)).isInstanceOf(IllegalArgumentException.class);
    }
}
