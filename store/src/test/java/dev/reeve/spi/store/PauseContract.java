package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UnofferedAction;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A pause lasts until a person resumes the action. */
interface PauseContract extends StoreUnderTest {

    private static ServicePause pause(String action, String by, int micros) {
        return new ServicePause(
                action,
                by,
                "a reason, né🦭",
                Instant.parse("2026-01-01T00:00:00Z").plusNanos(micros * 1_000L));
    }

    @Test
    @DisplayName("R3: pauses survive restarts, by action, to the microsecond")
    default void pausesAreKept() {
        ServicePause mail = pause("mail.send", "alice", 1);
        ServicePause bank = pause("bank.charge", "bob", 999_999);
        assertThat(store().pauses()).isEmpty();

        assertThat(store().pause(mail)).isEqualTo(mail);
        assertThat(store().pause(bank)).isEqualTo(bank);

        assertThat(store().pauses()).containsExactly(bank, mail);
        assertThat(reopen().pauses()).containsExactly(bank, mail);
    }

    private static ServiceChange resumed(String action, String by) {
        return new ServiceChange(
                action, ServiceChange.Kind.RESUMED, by, "it is back", Instant.parse("2026-01-01T01:00:00Z"));
    }

    private static ServiceChange paused(ServicePause pause) {
        return new ServiceChange(
                pause.action(), ServiceChange.Kind.PAUSED, pause.actor(), pause.reason(), pause.since());
    }

    @Test
    @DisplayName("O5: the actors of a pause and its resume are kept; a request that came too late is not recorded")
    default void whoDidWhatIsKept() {
        ServicePause first = pause("mail.send", "alice", 1);
        store().pause(first);
        store().pause(pause("mail.send", "bob", 2));
        store().resume(resumed("mail.send", "carol"));
        ServicePause second = pause("mail.send", "bob", 3);
        store().pause(second);
        store().pause(pause("bank.charge", "bob", 4));
        store().resume(resumed("broken.down", "dave"));

        assertThat(reopen().serviceChanges("mail.send"))
                .containsExactly(paused(second), resumed("mail.send", "carol"), paused(first));
        assertThat(store().serviceChanges("broken.down")).containsExactly(resumed("broken.down", "dave"));
        assertThat(store().serviceChanges("nobody.did")).isEmpty();
    }

    @Test
    @DisplayName("Actions without agents survive restarts, to the microsecond, until they are removed by name")
    default void unofferedActionsAreKept() {
        Instant since = Instant.parse("2026-01-01T00:00:00.000001Z");
        UnofferedAction bank = new UnofferedAction("bank.charge", since, 3, null);
        UnofferedAction mail = new UnofferedAction("mail.send", since.plusSeconds(1), 1, "né🦭");
        assertThat(store().unoffered()).isEmpty();

        store().keepUnoffered(List.of(bank, mail), Set.of());
        assertThat(store().unoffered()).containsExactly(bank, mail);
        assertThat(reopen().unoffered()).containsExactly(bank, mail);

        UnofferedAction more = new UnofferedAction("mail.send", since.plusSeconds(1), 2, "né🦭");
        UnofferedAction other = new UnofferedAction("fax.send", since, 1, null);
        store().keepUnoffered(List.of(other, more), Set.of("nothing.waits"));
        assertThat(store().unoffered()).containsExactly(bank, other, more);

        store().keepUnoffered(List.of(other), Set.of("bank.charge"));
        assertThat(reopen().unoffered()).containsExactly(other, more);

        store().keepUnoffered(List.of(), Set.of("fax.send", "mail.send"));
        assertThat(reopen().unoffered()).isEmpty();
    }

    @Test
    @DisplayName("R3: of two pauses the first actor stays; one resume ends both")
    default void theFirstWordStays() {
        ServicePause first = pause("mail.send", "alice", 1);
        store().pause(first);

        assertThat(store().pause(pause("mail.send", "bob", 2))).isEqualTo(first);

        store().resume(resumed("mail.send", "carol"));
        store().resume(resumed("nobody.paused.this", "dave"));
        assertThat(reopen().pauses()).isEmpty();
        ServicePause again = pause("mail.send", "bob", 3);
        assertThat(store().pause(again)).isEqualTo(again);
    }
}
