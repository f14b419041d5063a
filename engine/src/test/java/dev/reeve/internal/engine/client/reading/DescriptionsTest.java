package dev.reeve.internal.engine.client.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.LateReport;
import dev.reeve.Purpose;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class DescriptionsTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final ExecutionId ID = ExecutionId.parse("00000000-0000-7000-8000-000000000001");
    private static final StepPath TRANSFER = StepPath.of("transfer");

    private final Plan plan = Plan.of(DefinitionReader.parse("""
            workflow: payout
            steps:
              transfer: { action: bank.transfer, completeBy: 10s, onUnknown: escalate }
            """));

    private final List<JournalRow> journal = new ArrayList<>();

    /** The states after each row, as they were decided. */
    private final List<ExecutionState> states = new ArrayList<>();

    private ExecutionState add(Decision decision, Instant at) {
        return switch (decision) {
            case Decision.Accepted accepted -> add(accepted.events(), accepted.state(), at);
            case Decision.Refused refused -> add(refused.evidence(), refused.state(), at);
        };
    }

    private ExecutionState add(List<Event> events, ExecutionState state, Instant at) {
        journal.add(new JournalRow(ID, journal.size() + 1, at, EventCodec.write(events)));
        states.add(state);
        return state;
    }

    @Test
    @DisplayName("V5 O1: a step with an unknown outcome is shown with the late report about it")
    void evidenceIsShown() {
        Event.ExecutionStarted started =
                new Event.ExecutionStarted("payout", 1, "default", null, Json.EMPTY_OBJECT, 0, Map.of(), null, 7);
        ExecutionState state = add(Decider.start(ID, plan, started, START), START);
        state = add(Decider.decide(state, new Command.StartStep(TRANSFER, "bank-1"), START), START);
        AttemptToken token = Objects.requireNonNull(Work.of(state, TRANSFER).token());
        Instant late = START.plusSeconds(11);
        add(Decider.decide(state, new Command.CompleteAttempt(token, new Json("\"t-1\"")), late), late);
        ExecutionRow row = new ExecutionRow(
                ID,
                "default",
                null,
                "payout",
                1,
                ExecutionStatus.ESCALATED,
                0,
                Map.of(),
                0,
                START,
                ExecutionRow.IN_FLIGHT,
                null,
                null);

        StepDescription transfer = Descriptions.describe(row, Journal.fold(ID, version -> plan, journal), journal, null)
                .steps()
                .getFirst();

        assertThat(transfer.status()).isEqualTo(StepStatus.ESCALATED);
        assertThat(transfer.evidence()).containsExactly(new LateReport(Purpose.FORWARD, 1, new Json("\"t-1\""), null));
    }

    private static ExecutionRow row(ExecutionState state) {
        return new ExecutionRow(
                ID,
                "default",
                "k",
                "payout",
                state.plan().workflow().version(),
                state.status(),
                3,
                Map.of("a", "b"),
                0,
                START,
                ExecutionRow.IN_FLIGHT,
                state.endedAt(),
                ErrorData.line(state));
    }

    /** Each state that was, as it was described when it was the present, and as its past is described now. */
    private void compareAll() {
        for (int seq = 1; seq <= journal.size(); seq++) {
            List<JournalRow> rows = journal.subList(0, seq);
            ExecutionState then = states.get(seq - 1);

            ExecutionState past = Journal.fold(ID, version -> plan, rows);

            assertThat(Descriptions.past(past, rows))
                    .as("after row %d", seq)
                    .isEqualTo(Descriptions.describe(row(then), then, rows, null));
            assertThat(Explainer.explain(past, Map.of())).isEqualTo(Explainer.explain(then, Map.of()));
        }
    }

    private ExecutionState started() {
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                "payout", 1, "default", "k", Json.EMPTY_OBJECT, 3, Map.of("a", "b"), START.plusSeconds(60), 7);
        return add(Decider.start(ID, plan, started, START), START);
    }

    @Test
    @DisplayName(
            "I4: the past after each row equals the present of that time: of an attempt that fell silent, and of its end")
    void pastOfASilentAttempt() {
        ExecutionState state = started();
        state = add(Decider.decide(state, new Command.StartStep(TRANSFER, "bank-1"), START), START);
        AttemptToken token = Objects.requireNonNull(Work.of(state, TRANSFER).token());
        Instant late = START.plusSeconds(11);
        state = add(Decider.decide(state, new Command.WakeStep(TRANSFER), late), late);
        assertThat(state.status()).isEqualTo(ExecutionStatus.ESCALATED);
        state = add(Decider.decide(state, new Command.CompleteAttempt(token, new Json("1")), late), late);
        state = add(Decider.decide(state, new Command.ResolveStep(TRANSFER, new Json("2"), "ann"), late), late);
        assertThat(state.status()).isEqualTo(ExecutionStatus.COMPLETED);

        compareAll();
        assertThat(Descriptions.past(Journal.fold(ID, version -> plan, journal.subList(0, 3)), journal.subList(0, 3))
                        .summary()
                        .error())
                .isNotNull();
    }

    @Test
    @DisplayName("I4: the same for a pause, a cancellation, and an execution that ran out of its time")
    void pastOfACancelledOne() {
        ExecutionState state = started();
        state = add(Decider.decide(state, new Command.Cancel("ann", "enough"), START), START);
        assertThat(state.status()).isEqualTo(ExecutionStatus.CANCELLED);
        compareAll();

        journal.clear();
        states.clear();
        state = started();
        Instant due = START.plusSeconds(61);
        state = add(Decider.decide(state, new Command.WakeExecution(), due), due);
        assertThat(state.status().isTerminal()).isTrue();
        compareAll();
    }
}
