package dev.reeve.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.spring.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

@ReeveTest(properties = "shop.sender=test@example.org")
@DisplayName("The slice for Spring Boot")
final class ReeveTestTest {

    private final ApplicationContext context;
    private final Mails mails;

    @Autowired
    ReeveTestTest(ApplicationContext context, Mails mails) {
        this.context = context;
        this.mails = mails;
    }

    @BeforeEach
    void forget(VirtualReeve reeve) {
        mails.sent().clear();
        assertThat(reeve.calls()).isEmpty();
    }

    @Test
    @DisplayName(
            "Thirty days pass by a call, and the beans of the application perform the steps with the virtual clock")
    void timeIsVirtual(VirtualReeve reeve) {
        Instant begin = reeve.now();
        VirtualExecution reminder = reeve.start("reminder", Map.of("to", "ada@example.org"));

        reeve.advance(Duration.ofDays(29));
        assertThat(mails.sent()).isEmpty();
        reeve.advance(Duration.ofDays(2));

        assertThat(reminder.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(mails.sent())
                .singleElement()
                .satisfies(at -> assertThat(at)
                        .isBetween(
                                begin.plus(Duration.ofDays(30)),
                                begin.plus(Duration.ofDays(30).plusSeconds(10))));
        assertThat(reminder.history().toString()).contains("from test@example.org to ada@example.org");
    }

    @Test
    @DisplayName("Each test has an engine of its own, which is that of its methods before each test")
    void enginesAreSeparate(VirtualReeve reeve, @Autowired Clock clock) {
        assertThat(reeve.story()).noneMatch(line -> line.contains("reminder"));
        assertThat(clock.instant()).isEqualTo(reeve.now());
        assertThat(clock.withZone(ZoneId.of("Europe/Berlin")).instant()).isEqualTo(reeve.now());
        assertThat(clock.withZone(ZoneId.of("Europe/Berlin")).getZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        reeve.start("reminder", Map.of("to", "bob@example.org"));
    }

    @Test
    @DisplayName("A business error of a bean is one, and a script of the test wins over the bean")
    void failures(VirtualReeve reeve) {
        VirtualExecution refused = reeve.start("reminder", Map.of("to", ""));
        assertThat(refused.awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);

        reeve.on("mail.send").failsWithTransientError("MAILBOX_BUSY").answers("sent");
        VirtualExecution reminder = reeve.start("reminder", Map.of("to", ""));
        assertThat(reminder.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(mails.sent()).isEmpty();
    }

    @Test
    @DisplayName("Components without actions are not there, nor is an engine; an action of an interface counts")
    void isASlice() {
        assertThat(context.getBeanNamesForType(Mails.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(FixedScoring.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(Orders.class)).isEmpty();
        assertThat(context.getBeanNamesForType(Tariff.class)).isEmpty();
        assertThat(context.getBeanNamesForType(Reeve.class)).isEmpty();
    }
}
