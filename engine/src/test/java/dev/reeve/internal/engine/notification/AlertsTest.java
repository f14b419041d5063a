package dev.reeve.internal.engine.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AlertOptions;
import dev.reeve.ExecutionId;
import dev.reeve.NotificationOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Alerts, driven by hand (O1, O5). */
final class AlertsTest {

    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final URI DESK = URI.create("test://desk");
    private static final URI PAGER = URI.create("test://pager");
    private static final ExecutionId EXECUTION = new ExecutionId(new UUID(1, 2));

    private boolean deskIsDown;

    private final ManualClock clock = new ManualClock(BEGIN);

    private final KeptMessages channel = new KeptMessages(message ->
            deskIsDown && message.replyTo().equals(DESK) ? new Receipt.Failed("down", null, true) : Receipt.DELIVERED);

    private final Alerts alerts = alerts(DESK, PAGER);

    private Alerts alerts(URI... to) {
        NotificationOptions options = NotificationOptions.defaults()
                .withChannel(channel)
                .withAlerts(new AlertOptions(List.of(to), Duration.ofMinutes(5)));
        Alerts made = new Alerts(clock, new SplittableRandom(1), new Channels(options.channels()), options);
        made.onWork(() -> {});
        return made;
    }

    private void pass(Duration time) {
        long until = clock.nanos() + time.toNanos();
        while (clock.nanos() < until) {
            // The first turn takes answers, the second one sends what comes next.
            alerts.runOnce();
            long rest = Math.max(1, alerts.runOnce());
            long most = Math.min(Duration.ofSeconds(1).toNanos(), until - clock.nanos());
            clock.pass(Duration.ofNanos(Math.min(rest, most)));
        }
        alerts.runOnce();
        alerts.runOnce();
    }

    private List<String> data(URI to) {
        return channel.all().stream()
                .filter(message -> message.replyTo().equals(to))
                .map(OutgoingMessage::data)
                .toList();
    }

    @Test
    @DisplayName("O1 O5: of ten thousand equal alerts the first is sent at once, then their number")
    void grouped() {
        for (int i = 0; i < 10_000; i++) {
            alerts.raise(AlertKind.EXECUTION_ESCALATED, "bank DOWN", "order " + i, EXECUTION);
        }
        alerts.raise(AlertKind.EXECUTION_ESCALATED, "stock EMPTY", "order x", EXECUTION);
        pass(Duration.ofSeconds(1));
        assertThat(data(PAGER)).hasSize(2).first().asString().contains("\"message\":\"order 0\"", "\"count\":1");
        assertThat(data(DESK)).isEqualTo(data(PAGER));

        pass(Duration.ofMinutes(6));
        assertThat(data(PAGER)).hasSize(3);
        assertThat(data(PAGER).getLast())
                .contains("\"message\":\"order 1\"", "\"count\":9999", "\"firstAt\":\"2026-03-01T12:00:00Z\"");
        pass(Duration.ofMinutes(20));
        assertThat(data(PAGER)).hasSize(3);
    }

    @Test
    @DisplayName("O1: a receiver that refuses alerts gets them later, with the same ids, in order; others at once")
    void down() {
        deskIsDown = true;
        for (int i = 0; i < 5; i++) {
            alerts.raise(AlertKind.STORE_UNAVAILABLE, "service " + i, "number " + i, null);
        }
        pass(Duration.ofMinutes(1));
        assertThat(data(PAGER)).hasSize(5);
        assertThat(data(DESK)).isEmpty();

        deskIsDown = false;
        pass(Duration.ofMinutes(11));
        assertThat(data(DESK)).isEqualTo(data(PAGER));
    }

    @Test
    @DisplayName("O1: memory is bounded, however many groups there are")
    void bounded() {
        for (int i = 0; i < 3_000; i++) {
            alerts.raise(AlertKind.AUDIT_INCIDENT, "rule " + i, "broken", EXECUTION);
        }
        pass(Duration.ofMinutes(6));
        assertThat(data(PAGER)).hasSizeLessThan(1_100);
    }

    @Test
    @DisplayName("O1: a URI that no channel serves is refused when the engine is opened")
    void badUri() {
        assertThatThrownBy(() -> alerts(URI.create("https://desk.example/")))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("alerts: there is no channel for 'https'");
        assertThat(alerts().isLogOnly()).isTrue();
    }
}
