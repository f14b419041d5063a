package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Cause;
import dev.reeve.Consequence;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Inbox;
import dev.reeve.InboxGroup;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.Verb;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O1, O2, O5: what needs a person, why, and what would follow. */
final class InboxTest extends EngineFixture {

    private static final String DESK = """
            workflow: desk
            version: 1
            steps:
              pay: { action: card.charge, onExhausted: escalate }
              ship: { action: parcel.send, after: [pay], onExhausted: escalate }
            """;

    private static final Failure SILENT = new Failure(Cause.SILENT, "WHAT_IF", "nothing heard", null, null, true);

    @Override
    protected Store open() {
        return new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS));
    }

    private void failing() {
        reeve().deploy(DefinitionReader.parse(DESK));
        reeve().agent("desk")
                .action("card.charge", Order.class, (order, step) -> {
                    if (order.amount() < 0) {
                        throw StepFailure.businessError(
                                "DECLINED", "order %s of %d cents".formatted(order.id(), order.amount()));
                    }
                    return "paid";
                })
                .action("parcel.send", Order.class, (order, step) -> {
                    throw StepFailure.businessError("NO_CARRIER", "nobody comes");
                })
                .start();
    }

    private Execution escalated(String id, int amount) {
        Execution execution = reeve().start("desk", new Order(id, amount));
        await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
        return execution;
    }

    @Test
    @DisplayName("O5: equal failures are one group, with the oldest as its example")
    void sameFailuresAreOneGroup() {
        failing();
        Execution first = escalated("order-17", -100);
        for (int i = 0; i < 4; i++) {
            escalated("order-2" + i, -200 - i);
        }
        Execution other = escalated("order-3", 5);

        Inbox inbox = reeve().inbox();

        assertThat(inbox.executions()).isEqualTo(6);
        assertThat(inbox.more()).isFalse();
        assertThat(inbox.unreadable()).isEmpty();
        assertThat(inbox.groups()).hasSize(2);
        InboxGroup declined = inbox.groups().getFirst();
        assertThat(declined.action()).isEqualTo("card.charge");
        assertThat(declined.purpose()).isEqualTo(Purpose.FORWARD);
        assertThat(declined.cause()).isEqualTo(Cause.BUSINESS);
        assertThat(declined.code()).isEqualTo("DECLINED");
        assertThat(declined.fingerprint()).isEqualTo("order <id> of -<n> cents");
        assertThat(declined.steps()).isEqualTo(5);
        assertThat(declined.example()).isEqualTo(first.id());
        assertThat(declined.exampleStep().toString()).isEqualTo("pay");
        assertThat(declined.exampleMessage()).isEqualTo("order order-17 of -100 cents");
        assertThat(declined.verbs())
                .containsExactly(Verb.RETRY, Verb.RESOLVE, Verb.SKIP, Verb.CANCEL, Verb.COMPENSATE, Verb.PAUSE);
        assertThat(inbox.groups().getLast().example()).isEqualTo(other.id());
    }

    @Test
    @DisplayName("the inbox reads up to its limit, and says whether there are more")
    void theInboxIsBounded() {
        failing();
        escalated("a", -1);
        escalated("b", -1);
        escalated("c", -1);

        assertThat(reeve().inbox(2).executions()).isEqualTo(2);
        assertThat(reeve().inbox(2).more()).isTrue();
        assertThat(reeve().inbox(3).more()).isFalse();
        refused(ErrorCode.INVALID_INPUT, "1 to", () -> reeve().inbox(0));
        refused(ErrorCode.INVALID_INPUT, "1 to", () -> reeve().inbox(Inbox.EXECUTIONS_MAX + 1));
    }

    @Test
    @DisplayName("O2: operator actions are in the history, with actor and reason")
    void whoAndWhyAreInTheHistory() {
        failing();
        Execution execution = escalated("a", -1);

        execution.actingAs("ann").recovery().resolve("pay", "paid in cash", "seen the receipt");
        await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
        execution.actingAs("bob").recovery().skip("ship", "was picked up");

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(events(execution, Event.StepResolved.class)).singleElement().satisfies(event -> {
            assertThat(event.actor()).isEqualTo("ann");
            assertThat(event.reason()).isEqualTo("seen the receipt");
        });
        assertThat(events(execution, Event.StepSkipped.class)).singleElement().satisfies(event -> {
            assertThat(event.actor()).isEqualTo("bob");
            assertThat(event.reason()).isEqualTo("was picked up");
        });
    }

    @Test
    @DisplayName("O2: an escalated execution is explained: since when, why, and with which remedies")
    void whatNeedsAPersonIsExplained() {
        failing();
        Execution execution = escalated("a", -7);

        Explanation explanation = execution.explain();

        assertThat(explanation.status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(explanation.steps()).hasSize(1);
        Situation.NeedsPerson person =
                (Situation.NeedsPerson) explanation.steps().getFirst().situation();
        assertThat(Objects.requireNonNull(person.since()))
                .isEqualTo(execution.history().stream()
                        .filter(entry -> entry.event() instanceof Event.StepEscalated)
                        .findFirst()
                        .orElseThrow()
                        .at());
        assertThat(explanation.toString())
                .contains("pay ESCALATED", "DECLINED", "of -7 cents", "retry, resolve, skip, cancel");
        refused(ErrorCode.REFUSED, "ESCALATED", () -> execution.whatIf("pay", SILENT));
        refused(ErrorCode.NOT_FOUND, "no step 'fly'", () -> execution.whatIf("fly", SILENT));
    }

    @Test
    @DisplayName("whatIf shows a decision without carrying it out")
    void whatIfDecidesNothing() {
        reeve().deploy(DefinitionReader.parse(DESK));
        Execution execution = reeve().start("desk", new Order("a", 1));
        List<HistoryEntry> before = execution.history();

        Forecast forecast = execution.whatIf("pay", SILENT);

        assertThat(forecast.consequence()).isInstanceOf(Consequence.Retry.class);
        assertThat(execution.history()).isEqualTo(before);
        assertThat(execution.explain().steps().getFirst().situation()).isInstanceOf(Situation.Unoffered.class);
    }
}
