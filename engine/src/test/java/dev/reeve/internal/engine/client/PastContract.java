package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The past of an execution equals its present of that time, on a store, also after a restart. */
public abstract class PastContract extends EngineFixture {

    private static final String TALK = """
            workflow: talk
            version: %d
            steps:
              hello: { await: { signal: hello } }
              name: { after: [hello], value: "${ steps.hello.output.name }" }
              again: { after: [name], await: again, repeat: { until: "${ $count(output) = 3 }", max: 5 } }
              end: { after: [again], await: { signal: end } }
            %s
            output: "${ steps.end.output }"
            """;

    private static final String TRIP = """
            workflow: trip
            version: 1
            steps:
              book: { action: trip.book, compensate: trip.unbook }
              each: { forEach: "${ input.rooms }", after: [book], action: trip.room, compensate: trip.unroom, input: "${ item }" }
              pay: { after: [each], action: trip.pay, retry: { maxAttempts: 2, backoff: 1ms }, onExhausted: escalate }
              go: { after: [pay], await: { signal: go } }
            output: "${ steps.pay.output }"
            """;

    /** Statements of the present, by the number of the last event at that time. */
    private record Seen(ExecutionDescription description, Explanation explanation) {}

    private final Map<Integer, Seen> seen = new TreeMap<>();

    private static int last(Execution execution) {
        return execution.history().getLast().seq();
    }

    /** Remembers the present of an execution that does nothing by itself now. */
    private void remember(Execution execution) {
        int last = last(execution);
        Seen now = new Seen(execution.describe(), execution.explain());
        assertThat(last(execution)).as("it rests").isEqualTo(last);
        seen.put(last, now);
    }

    private void compare(Execution execution) {
        seen.forEach((seq, then) -> {
            ExecutionDescription description = execution.asOf(seq).describe();
            Explanation explanation = execution.asOf(seq).explain();
            assertThat(description).as("after event %d", seq).isEqualTo(then.description());
            assertThat(explanation.status()).isEqualTo(then.explanation().status());
            assertThat(explanation.summary()).isEqualTo(then.explanation().summary());
            assertThat(explanation.steps()).isEqualTo(then.explanation().steps());
            assertThat(explanation.more()).isEqualTo(then.explanation().more());
            assertThat(explanation.owner()).isNull();
        });
        List<HistoryEntry> history = execution.history();
        for (int seq = 1; seq <= last(execution); seq++) {
            int number = seq;
            assertThat(execution.asOf(seq).seq()).isEqualTo(seq);
            assertThat(execution.asOf(seq).id()).isEqualTo(execution.id());
            assertThat(execution.asOf(seq).history())
                    .isEqualTo(history.stream().filter(it -> it.seq() <= number).toList());
            assertThat(execution.asOf(seq).describe().status())
                    .isEqualTo(execution.asOf(seq).explain().status());
        }
        assertThat(execution.asOf(last(execution)).describe()).isEqualTo(execution.describe());
    }

    @Test
    @DisplayName("O3: after each event of an execution that was signalled, paused and moved, it was as it is shown now")
    void eachStateThatWas() {
        reeve().deploy(DefinitionReader.parse(TALK.formatted(1, "")));
        reeve().deploy(DefinitionReader.parse(TALK.formatted(2, "  last: { after: [end], value: 7 }")));
        Execution talk = reeve().start(
                        "talk",
                        Map.of("n", 1),
                        Start.key("t").version(1).label("a", "b").priority(3));
        remember(talk);
        Execution bob = talk.actingAs("bob");
        List<Runnable> acts = List.of(
                () -> bob.signal("again", 1),
                () -> bob.recovery().pause("wait for the boss"),
                () -> bob.signalOnce("hello", Map.of("name", "Ada"), "s1"),
                () -> bob.recovery().resume("the boss is back"),
                () -> bob.signal("again", 1),
                () -> bob.recovery().moveTo(2, "one step more"),
                () -> bob.signal("again", 3),
                () -> bob.signal("end", "bye"));
        acts.forEach(act -> {
            act.run();
            remember(talk);
        });

        assertThat(talk.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(seen.keySet())
                .as("each event")
                .isEqualTo(IntStream.rangeClosed(1, last(talk)).boxed().collect(Collectors.toSet()));
        compare(talk);
        compare(reopened().find("t").orElseThrow());
    }

    @Test
    @DisplayName("O3: the same for failures, lists, a step that needs a person, and undoing")
    void failuresAndUndoing() {
        reeve().deploy(DefinitionReader.parse(TRIP));
        reeve().agent("trips")
                .action("trip.book", Json.class, (input, step) -> Map.of("booking", 7))
                .action("trip.unbook", Json.class, (input, step) -> Map.of())
                .action("trip.room", Json.class, (input, step) -> input)
                .action("trip.unroom", Json.class, (input, step) -> Map.of())
                .action("trip.pay", Json.class, (input, step) -> {
                    throw StepFailure.transientError("BANK_DOWN", "no answer");
                })
                .start();
        Execution trip = reeve().start("trip", Map.of("rooms", List.of(1, 2, 3)), Start.key("t"));
        rests(trip, ExecutionStatus.ESCALATED);
        trip.actingAs("ann").recovery().resolve("pay", Map.of("paid", true), "paid in cash");
        await().atMost(PATIENCE).until(() -> status(trip, "go") == StepStatus.WAITING);
        remember(trip);
        trip.actingAs("ann").cancel("not wanted");
        rests(trip, ExecutionStatus.CANCELLED);

        compare(trip);
        Set<ExecutionStatus> statuses = IntStream.rangeClosed(1, last(trip))
                .mapToObj(seq -> trip.asOf(seq).describe().status())
                .collect(Collectors.toSet());
        assertThat(statuses)
                .contains(
                        ExecutionStatus.RUNNING,
                        ExecutionStatus.ESCALATED,
                        ExecutionStatus.COMPENSATING,
                        ExecutionStatus.CANCELLED);
        int failed = trip.history().stream()
                .filter(entry -> entry.event() instanceof Event.AttemptFailed)
                .findFirst()
                .orElseThrow()
                .seq();
        assertThat(trip.asOf(failed - 1).describe().steps()).allMatch(step -> step.failure() == null);
        assertThat(trip.asOf(failed).describe().steps()).anyMatch(step -> step.failure() != null);
        compare(reopened().find("t").orElseThrow());
    }

    private void rests(Execution execution, ExecutionStatus status) {
        await().atMost(PATIENCE).until(() -> execution.status() == status);
        remember(execution);
    }

    @Test
    @DisplayName("an event that is not in the history is refused, and so is an unknown execution")
    void otherNumbers() {
        reeve().deploy(DefinitionReader.parse(TALK.formatted(1, "")));
        Execution talk = reeve().start("talk", Map.of());
        int last = last(talk);
        for (int wrong : new int[] {0, -1, Integer.MIN_VALUE}) {
            refused(
                    ErrorCode.INVALID_INPUT,
                    "expected 1 or more",
                    () -> talk.asOf(wrong).describe());
        }
        for (int wrong : new int[] {last + 1, Integer.MAX_VALUE}) {
            refused(
                    ErrorCode.NOT_FOUND,
                    "its last one has the number " + last,
                    () -> talk.asOf(wrong).explain());
            refused(
                    ErrorCode.NOT_FOUND,
                    "its last one has the number " + last,
                    () -> talk.asOf(wrong).history());
        }
    }
}
