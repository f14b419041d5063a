package dev.reeve.internal.engine.client;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.BreakerOptions;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.RetryOptions;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOptions;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.StepStatus;
import dev.reeve.SupervisorOptions;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Steps whose service is not called, on every store. */
public abstract class ServicesContract extends EngineFixture {

    private static final String ONE_STEP = """
            workflow: one
            version: 1
            steps:
              charge: { action: bank.charge, completeBy: 30s, retry: { maxAttempts: 3, backoff: 20ms, maxBackoff: 20ms } }
            """;

    private static final ServiceOptions SOON = new ServiceOptions(
            new BreakerOptions(10, 4, 3, 0.5, ofMillis(100), ofMillis(400), 2), RetryOptions.defaults());

    private final AtomicBoolean down = new AtomicBoolean();
    private final AtomicInteger charged = new AtomicInteger();

    @Override
    NodeOptions optionsOfTest() {
        return NodeOptions.defaults()
                .withSupervisor(
                        new SupervisorOptions(ofMillis(20), Duration.ofSeconds(5), Duration.ofSeconds(30), 5_000))
                .withDrain(ofMillis(500))
                .withServices(SOON);
    }

    private void bank(int slots) {
        reeve().deploy(DefinitionReader.parse(ONE_STEP));
        reeve().agent("bank")
                .action("bank.charge", Order.class, (order, step) -> {
                    if (down.get()) {
                        throw StepFailure.transientError("DOWN", "the bank is closed");
                    }
                    charged.incrementAndGet();
                    return null;
                })
                .slots(slots)
                .start();
    }

    private ServiceStatus bank() {
        return reeve().services().list().stream()
                .filter(service -> service.action().equals("bank.charge"))
                .findFirst()
                .orElseThrow();
    }

    private List<Execution> start(int count) {
        List<Execution> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(reeve().start("one", new Order("o" + i, i)));
        }
        return started;
    }

    @Test
    @DisplayName("R3: while a service fails for all callers, its steps wait, use up no attempt, and raise one incident")
    protected void aServiceThatIsDownUsesUpNoAttempts() {
        bank(50);
        List<String> told = new CopyOnWriteArrayList<>();
        reeve().services().listen(new ServiceListener() {
            @Override
            public void opened(ServiceIncident incident) {
                told.add("opened " + incident.action());
            }

            @Override
            public void closed(ServiceIncident incident) {
                told.add("closed " + incident.action());
            }
        });
        down.set(true);
        List<Execution> first = start(4);
        await().atMost(PATIENCE).until(() -> bank().state() != ServiceState.CLOSED);
        List<Execution> later = start(200);
        await().atMost(PATIENCE).until(() -> bank().queued() > 150);
        assertThat(reeve().services().incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.action()).isEqualTo("bank.charge");
            assertThat(incident.closedAt()).isNull();
            assertThat(incident.reason()).contains("TRANSIENT DOWN");
        });
        await().atMost(PATIENCE)
                .until(() -> later.getLast().explain().toString().contains("and tested again at"));
        assertThat(later.getLast().explain().toString()).contains("because it fails for all callers", "TRANSIENT DOWN");
        down.set(false);

        for (Execution execution : later) {
            execution.awaitEnd(PATIENCE);
        }
        long done = later.stream()
                .filter(execution -> execution.status() == ExecutionStatus.COMPLETED)
                .count();
        // Those that found out, time and again, whether the bank is back may have used up their attempts on it.
        assertThat(done).isGreaterThan(150);
        first.forEach(execution -> execution.awaitEnd(PATIENCE));
        await().atMost(PATIENCE).until(() -> {
            start(1).getFirst().awaitEnd(PATIENCE);
            return bank().state() == ServiceState.CLOSED;
        });
        assertThat(told).containsExactly("opened bank.charge", "closed bank.charge");
        assertThat(reeve().services().incidents())
                .singleElement()
                .satisfies(incident -> assertThat(incident.closedAt()).isNotNull());
    }

    @Test
    @DisplayName("R3: a paused action is not called until a person resumes it, also after a restart")
    void aPauseSurvivesARestart() {
        bank(5);
        reeve().actingAs("alice").services().pause("bank.charge", "the bank asked us to");
        reeve().actingAs("bob").services().pause("bank.charge", "me, too");
        List<Execution> waiting = start(20);
        await().atMost(PATIENCE).until(() -> bank().queued() == 20);
        assertThat(bank().actor()).isEqualTo("alice");

        reopened();
        bank(5);
        await().atMost(PATIENCE).until(() -> bank().queued() == 20);

        ServiceStatus paused = bank();
        assertThat(paused.state()).isEqualTo(ServiceState.PAUSED);
        assertThat(paused.actor()).isEqualTo("alice");
        assertThat(paused.reason()).isEqualTo("the bank asked us to");
        assertThat(paused.isStopped()).isTrue();
        assertThat(charged).hasValue(0);
        Execution one = reeve().find(waiting.getFirst().id()).orElseThrow();
        assertThat(status(one, "charge")).isEqualTo(StepStatus.READY);
        assertThat(events(one, Event.StepStarted.class)).isEmpty();
        assertThat(one.explain().toString())
                .contains(
                        "attempt 1 of 3 of bank.charge is queued since",
                        "paused since",
                        "by alice (the bank asked us to)");

        reeve().actingAs("bob").services().resume("bank.charge", "it is back");
        for (Execution execution : waiting) {
            assertThat(reeve().find(execution.id())
                            .orElseThrow()
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        }
        assertThat(charged).hasValue(20);
        assertThat(reopened().services().list()).isEmpty();
    }

    @Test
    @DisplayName("R3: one bad order opens nothing, so that the others go on")
    void oneBadOrderOpensNothing() {
        reeve().deploy(DefinitionReader.parse(ONE_STEP.replace("maxAttempts: 3", "maxAttempts: 30")));
        reeve().agent("bank")
                .action("bank.charge", Order.class, (order, step) -> {
                    if (order.amount() == 0) {
                        throw StepFailure.transientError("DOWN", "it dislikes this one");
                    }
                    return null;
                })
                .start();
        Execution bad = start(1).getFirst();
        bad.awaitEnd(PATIENCE);
        assertThat(events(bad, Event.AttemptFailed.class)).hasSize(30);
        assertThat(reeve().services().incidents()).isEmpty();
        assertThat(bank().state()).isEqualTo(ServiceState.CLOSED);
    }
}
