package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.spring.observation.TracesAutoConfiguration;
import dev.reeve.workflow.Workflow;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.test.simple.SimpleTraceContext;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("Starts under a span of Micrometer Tracing")
final class CurrentTraceTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String CURRENT = "00-" + TRACE + "-" + SPAN + "-01";
    private static final String OTHER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static final String WAITS = """
            workflow: waits
            version: 1
            steps:
              ask: { await: approved }
            """;

    @TempDir
    private Path directory;

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class, TracesAutoConfiguration.class))
                .withBean(Tracer.class, SimpleTracer::new)
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class);
    }

    private ApplicationContextRunner onFile() {
        return application().withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"));
    }

    private static ApplicationContextRunner onPostgres() {
        return application()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        TransactionManagerCustomizationAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + TestDatabases.url(), "spring.datasource.username=postgres");
    }

    private static Tracer.SpanInScope span(Tracer tracer, String trace, @Nullable Boolean sampled) {
        Span span = tracer.nextSpan();
        SimpleTraceContext context = (SimpleTraceContext) span.context();
        context.setTraceId(trace);
        context.setSpanId(SPAN);
        context.setSampled(sampled);
        return tracer.withSpan(span);
    }

    private static @Nullable String traceparent(Execution execution) {
        Event first = execution.history().getFirst().event();
        return ((Event.ExecutionStarted) first).traceparent();
    }

    private static Execution greet(Reeve reeve) {
        return reeve.start("greet", Map.of("name", "Ada"));
    }

    @Test
    @DisplayName("belong to it, in each way to start, and a start that names another span belongs to that one")
    @SuppressWarnings("try") // the scope is on the thread
    void belong() {
        onFile().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            reeve.deploy(Workflow.parse(WAITS));
            Map<String, String> name = Map.of("name", "Ada");
            assertThat(traceparent(greet(reeve))).as("no span").isNull();
            try (var scope = span(context.getBean(Tracer.class), TRACE, true)) {
                assertThat(traceparent(greet(reeve))).isEqualTo(CURRENT);
                assertThat(traceparent(reeve.startAsync("greet", name, Start.plain())
                                .toCompletableFuture()
                                .join()))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(reeve.run("greeting.write", name, Start.plain())))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(reeve.runAsync("greeting.write", name, Start.plain(), JobOptions.defaults())
                                .toCompletableFuture()
                                .join()))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(
                                reeve.signalWithStart("waits", name, Start.key("k"), Signal.of("approved", "yes"))))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(
                                reeve.signalWithStartAsync("waits", name, Start.key("l"), Signal.of("approved", "yes"))
                                        .toCompletableFuture()
                                        .join()))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(greet(reeve.namespace("default").actingAs("ann"))))
                        .isEqualTo(CURRENT);
                assertThat(traceparent(reeve.start("greet", name, Start.plain().traceparent(OTHER))))
                        .isEqualTo(OTHER);
            }
            assertThat(traceparent(greet(reeve))).as("the span is over").isNull();
        });
    }

    @Test
    @DisplayName("in a transaction belong to it, too")
    @SuppressWarnings("try") // the scope is on the thread
    void inTransaction() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Map<String, String> name = Map.of("name", "Ada");
            Execution started;
            Execution job;
            try (var scope = span(context.getBean(Tracer.class), TRACE, true)) {
                started = transaction.execute(status -> greet(reeve.actingAs("ann")));
                job = transaction.execute(
                        status -> reeve.namespace("default").run("greeting.write", name, Start.plain()));
            }
            assertThat(traceparent(Objects.requireNonNull(started))).isEqualTo(CURRENT);
            assertThat(traceparent(Objects.requireNonNull(job))).isEqualTo(CURRENT);
        });
    }

    @Test
    @DisplayName("say whether it is sampled, have short ids of traces in full length, and no ids that are none")
    @SuppressWarnings("try") // the scope is on the thread
    void texts() {
        onFile().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            Tracer tracer = context.getBean(Tracer.class);
            try (var scope = span(tracer, TRACE, false)) {
                assertThat(traceparent(greet(reeve))).isEqualTo("00-" + TRACE + "-" + SPAN + "-00");
            }
            try (var scope = span(tracer, TRACE, null)) {
                assertThat(traceparent(greet(reeve))).isEqualTo("00-" + TRACE + "-" + SPAN + "-00");
            }
            try (var scope = span(tracer, "a3ce929d0e0e4736", true)) {
                assertThat(traceparent(greet(reeve))).isEqualTo("00-0000000000000000a3ce929d0e0e4736-" + SPAN + "-01");
            }
            for (String none : new String[] {"", "0".repeat(32), "no hexadecimal digits"}) {
                try (var scope = span(tracer, none, true)) {
                    assertThat(traceparent(greet(reeve))).as(none).isNull();
                }
            }
        });
    }

    @Test
    @DisplayName("have no trace if traces are off, and Micrometer Tracing need not be there")
    @SuppressWarnings("try") // the scope is on the thread
    void off() {
        onFile().withPropertyValues("reeve.traces.enabled=false").run(context -> {
            try (var scope = span(context.getBean(Tracer.class), TRACE, true)) {
                assertThat(traceparent(greet(context.getBean(Reeve.class)))).isNull();
            }
        });
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class, TracesAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class)
                .withPropertyValues("reeve.sqlite.file=" + directory.resolve("without.db"))
                .withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
                .run(context -> assertThat(traceparent(greet(context.getBean(Reeve.class))))
                        .isNull());
    }
}
