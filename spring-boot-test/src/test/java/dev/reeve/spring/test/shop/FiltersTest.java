package dev.reeve.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.spring.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

@ReeveTest(
        includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Tariff.class),
        excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Mails.class))
@DisplayName("The slice with filters, and a configuration of the test")
final class FiltersTest {

    @TestConfiguration(proxyBeanMethods = false)
    static class StoppedClock {

        @Bean
        Clock stopped() {
            return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        }
    }

    @Test
    @DisplayName("Components come and go, and a clock of the test stays the only one")
    void filters(@Autowired ApplicationContext context) {
        assertThat(context.getBeanNamesForType(Tariff.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(FixedScoring.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(Mails.class)).isEmpty();
        assertThat(context.getBeansOfType(InstantSource.class)).containsOnlyKeys("stopped");
    }

    @Test
    @DisplayName("Waiting for an action that nobody performs fails at once, and says what to write")
    void missingActions(VirtualReeve reeve) {
        VirtualExecution reminder = reeve.start("reminder", Map.of("to", "ada@example.org"));

        assertThatThrownBy(reminder::awaitEnd)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("mail.send");
    }
}
