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
import dev.reeve.internal.core.rules.Decider;
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
}
