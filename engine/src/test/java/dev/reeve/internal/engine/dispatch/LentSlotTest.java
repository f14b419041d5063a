package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A slot that is lent to an owner of executions, whose agent goes. */
final class LentSlotTest {

    private final ManualClock time = new ManualClock(Instant.EPOCH);
    private final CorrespondingNode owner = new CorrespondingNode("owner", 1, time, ServiceOptions.defaults());
    private final CorrespondingNode host = new CorrespondingNode("host", 2, time, ServiceOptions.defaults());

    LentSlotTest() {
        owner.knows(host);
        host.knows(owner);
        exchangeLetters(List.of());
    }

    private void exchangeLetters(List<Parcel> received) {
        List<Parcel> toHost = owner.round(host, received);
        List<Parcel> toOwner = host.round(owner, List.of());
        while (!toHost.isEmpty() || !toOwner.isEmpty()) {
            List<Parcel> next = host.round(owner, toHost);
            toHost = owner.round(host, toOwner);
            toOwner = next;
        }
    }

    private SessionId agent(String name) {
        return host.dispatcher.register(new Registration(name, Set.of("a.do"), 1));
    }

    @Test
    @DisplayName("L1: another agent lends its slot if the agent whose slot was lent goes first (seed 5034038)")
    void anotherAgentLends() {
        SessionId first = agent("first");
        SessionId second = agent("second");
        owner.dispatcher.enqueue(
                List.of(new ReadyStep(new ExecutionId(UUID.randomUUID()), StepPath.of("s1"), "a.do", 0, false, null)));
        List<Parcel> lent = host.round(owner, owner.round(host, List.of()));
        assertThat(lent).as("the letters to the owner").isNotEmpty();
        assertThat(host.dispatcher.outstanding()).isEqualTo(1);
        owner.dispatcher.rest(true);

        exchangeLetters(lent);
        host.dispatcher.leave(first);
        exchangeLetters(List.of());
        owner.dispatcher.rest(false);
        exchangeLetters(List.of());

        assertThat(owner.slots)
                .singleElement()
                .satisfies(slot -> assertThat(slot.agent()).isEqualTo("second@" + second));
    }
}
