package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class LaneHeartbeatTest {

    private final LaneFixture fixture = new LaneFixture();
    private final InProcessTransport transport = new InProcessTransport(fixture.dispatcher);

    private static Definition version(int number, String heartbeat) {
        return DefinitionReader.parse("""
                workflow: test
                version: %d
                steps: { only: { action: test.only, completeBy: 1h, heartbeat: %s } }
                """.formatted(number, heartbeat));
    }

    @Test
    @DisplayName("S9 V3: an attempt is judged by the heartbeat that its agent received, also after a move to a "
            + "shorter one")
    void judgedByWhatTheAgentWasTold() {
        Definition shorter = version(2, "3s");
        fixture.deploy(version(1, "30s"));
        fixture.deploy(shorter);
        SessionId agent = transport
                .register(new Registration("agent", Set.of("test.only"), 1))
                .toCompletableFuture()
                .join();
        fixture.settle();
        CompletableFuture<Started> started = fixture.offer(version(1, "30s"));
        fixture.settle();
        ExecutionId id = started.join().id();
        AttemptToken token =
                exchange(agent, Exchange.NOTHING).requests().getFirst().token();
        fixture.lanes.ask(id, new Command.Move(Plan.of(shorter), "alice", "sooner"));
        fixture.settle();

        fixture.pass(Duration.ofSeconds(24));
        exchange(agent, new Exchange(List.of(), List.of(new Beat(token, null))));
        look(id, 7);
        assertThat(givenUp(id)).isFalse();
        look(id, 24);

        assertThat(givenUp(id)).isTrue();
    }

    private Reply exchange(SessionId agent, Exchange exchange) {
        return transport
                .exchange(agent, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    private void look(ExecutionId id, int seconds) {
        fixture.pass(Duration.ofSeconds(seconds));
        fixture.lanes.wake(id, Instant.EPOCH);
        fixture.settle();
    }

    private boolean givenUp(ExecutionId id) {
        return fixture.store.history(id).stream().anyMatch(row -> row.events().contains("HEARTBEAT_MISSED"));
    }
}
