package dev.reeve.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.Command;
import dev.reeve.core.Decider;
import dev.reeve.core.Decision;
import dev.reeve.core.Event;
import dev.reeve.core.EventCodec;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.LateReport;
import dev.reeve.core.Plan;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepStatus;
import dev.reeve.engine.scheduler.Journal;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class DescribingTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final ExecutionId ID = ExecutionId.parse("00000000-0000-7000-8000-000000000001");
    private static final StepPath TRANSFER = StepPath.of("transfer");

    private final Plan plan = Plan.of(Workflow.parse("""
            workflow: payout
            steps:
              transfer: { action: bank.transfer, completeBy: 10s, onUnknown: escalate }
            """));

    private final List<JournalRow> journal = new ArrayList<>();

    private ExecutionState add(Decision decision, Instant at) {
        return switch (decision) {
            case Decision.Accepted accepted -> add(accepted.events(), accepted.state(), at);
            case Decision.Refused refused -> add(refused.evidence(), refused.state(), at);
        };
    }

    private ExecutionState add(List<Event> events, ExecutionState state, Instant at) {
        journal.add(new JournalRow(ID, journal.size() + 1, at, EventCodec.write(events)));
        return state;
    }

    @Test
    @DisplayName("V5 O1: a step of unknown outcome is shown with the late report that says that it was done")
    void evidenceIsShown() {
        Event.ExecutionStarted started =
                new Event.ExecutionStarted("payout", 1, "default", null, Json.EMPTY_OBJECT, 0, Map.of(), null, 7);
        ExecutionState state = add(Decider.start(ID, plan, started, START), START);
        state = add(Decider.decide(state, new Command.StartStep(TRANSFER, "bank-1"), START), START);
        AttemptToken token = Objects.requireNonNull(state.work(TRANSFER).token());
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

        StepDescription transfer = Describing.describe(row, Journal.fold(ID, version -> plan, journal), journal, null)
                .steps()
                .getFirst();

        assertThat(transfer.status()).isEqualTo(StepStatus.ESCALATED);
        assertThat(transfer.evidence()).containsExactly(new LateReport(Purpose.FORWARD, 1, new Json("\"t-1\""), null));
    }
}
