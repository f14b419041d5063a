package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;

@DisplayName("The guide's section for those who come from @Async, @Retryable, JobRunr or db-scheduler")
final class MigrationTest {

    @TempDir
    private Path directory;

    record Mail(String order, String text) {}

    /** A mail server that sends each mail once for each key. */
    static class Smtp {
        static final List<String> SENT = new CopyOnWriteArrayList<>();

        void send(Mail mail) {
            SENT.add(mail.text());
        }

        void send(Mail mail, String key) {
            SENT.add(mail.text() + (key.isEmpty() ? "" : " once"));
        }
    }

    static class Before {

        private final Smtp smtp = new Smtp();

        @Async
        @Retryable(maxRetries = 4, delay = 1000, multiplier = 2)
        public void sendReceipt(Mail mail) {
            smtp.send(mail);
        }

        @Scheduled(cron = "0 0 3 * * *")
        public void printReport() {
            smtp.send(new Mail("", "sales"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Receipts {

        private final Smtp smtp = new Smtp();

        @Action("receipt.send")
        void sendReceipt(Mail mail, StepContext step) {
            smtp.send(mail, step.idempotencyKey());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Reports {

        private final Reeve reeve;

        Reports(Reeve reeve) {
            this.reeve = reeve;
        }

        record Report(String kind) {}

        @EventListener(ApplicationReadyEvent.class)
        void schedule() {
            reeve.schedules()
                    .putJob(
                            "nightly_report",
                            Map.of("kind", "sales"),
                            Schedule.cron("report.print", "0 3 * * *", "Europe/Berlin"),
                            JobOptions.defaults());
        }

        @Action("report.print")
        void print(Report report) {
            Smtp.SENT.add(report.kind());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Receipts.class, Reports.class})
    static class Application {}

    @Test
    @DisplayName("The job of the guide is done once for its key, and the schedule is registered")
    void doesAsItSays() {
        Smtp.SENT.clear();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"), "reeve.workflows=")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    Mail mail = new Mail("17", "thanks");
                    for (int time = 0; time < 2; time++) {
                        reeve.run("receipt.send", mail, Start.key("receipt-" + mail.order()));
                    }
                    reeve.find("receipt-17").orElseThrow().awaitEnd(Duration.ofSeconds(30));
                    assertThat(Smtp.SENT).containsExactly("thanks once");

                    context.getBean(Reports.class).schedule();
                    assertThat(reeve.schedules().list())
                            .singleElement()
                            .satisfies(schedule -> assertThat(schedule.name()).isEqualTo("nightly_report"));
                });
        assertThat(new Before()).hasNoNullFieldsOrProperties();
    }
}
