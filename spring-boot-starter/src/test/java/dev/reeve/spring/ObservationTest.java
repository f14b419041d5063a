package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.spring.observation.HealthAutoConfiguration;
import dev.reeve.internal.spring.observation.MetricsAutoConfiguration;
import dev.reeve.internal.spring.observation.TracesAutoConfiguration;
import dev.reeve.internal.spring.web.HttpAutoConfiguration;
import dev.reeve.internal.spring.web.ProblemAutoConfiguration;
import dev.reeve.micrometer.ReeveSpans;
import dev.reeve.micrometer.SpanData;
import dev.reeve.micrometer.SpanReceiver;
import dev.reeve.spi.AttemptObserver;
import dev.reeve.spi.Observer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;

@DisplayName("Health, readiness and meters")
final class ObservationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ReeveAutoConfiguration.class,
                        HealthAutoConfiguration.class,
                        MetricsAutoConfiguration.class,
                        TracesAutoConfiguration.class,
                        HttpAutoConfiguration.class,
                        ProblemAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class);
    }

    private ApplicationContextRunner onFile() {
        return application().withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"));
    }

    /** A database that the test can take away. */
    static final class Away extends DelegatingDataSource {
        final AtomicBoolean away = new AtomicBoolean();

        Away(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (away.get()) {
                throw new SQLException("the database is away", "08001");
            }
            return super.getConnection();
        }
    }

    private static Health check(HealthIndicator health) {
        return Objects.requireNonNull(health.health());
    }

    @Test
    @DisplayName("The engine is UP with its figures, and DOWN with a code while its store is away")
    void storeAway() {
        String url = TestDatabases.url();
        application()
                .withBean(Away.class, () -> new Away(TestDatabases.pool(url)))
                .run(context -> {
                    HealthIndicator health = context.getBean("reeveHealthIndicator", HealthIndicator.class);
                    assertThat(check(health)).satisfies(found -> {
                        assertThat(found.getStatus()).isEqualTo(Status.UP);
                        assertThat(found.getDetails())
                                .containsKeys("nodes", "activeExecutions", "agents")
                                .containsEntry("incidents", 0);
                    });

                    context.getBean(Away.class).away.set(true);
                    assertThat(check(health)).satisfies(found -> {
                        assertThat(found.getStatus()).isEqualTo(Status.DOWN);
                        assertThat(found.getDetails()).containsEntry("code", "STORE_UNAVAILABLE");
                    });

                    context.getBean(Away.class).away.set(false);
                    Awaitility.await().until(() -> check(health).getStatus().equals(Status.UP));
                });
    }

    @Test
    @DisplayName("The engine is DOWN with the code FENCED when another one owns its store alone")
    void fenced() {
        String url = TestDatabases.url();
        application().withBean(DataSource.class, () -> TestDatabases.pool(url)).run(context -> {
            HealthIndicator health = context.getBean(HealthIndicator.class);
            assertThat(check(health).getStatus()).isEqualTo(Status.UP);

            try (var pool = TestDatabases.pool(url);
                    Reeve other = Reeve.open(pool, NodeOptions.defaults().withoutCluster())) {
                assertThat(other.definitions()).hasSize(1);
                Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                    Health found = check(health);
                    assertThat(found.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(found.getDetails()).containsEntry("code", "FENCED");
                });
            }
        });
    }

    @Test
    @DisplayName("The engine belongs to the group readiness, and not to liveness; the property takes it out")
    void readiness() {
        ApplicationContextRunner actuator = onFile().withConfiguration(AutoConfigurations.of(
                        ApplicationAvailabilityAutoConfiguration.class,
                        HealthEndpointAutoConfiguration.class,
                        AvailabilityProbesAutoConfiguration.class,
                        AvailabilityHealthContributorAutoConfiguration.class,
                        HealthContributorAutoConfiguration.class,
                        HealthContributorRegistryAutoConfiguration.class))
                .withPropertyValues(
                        "management.endpoint.health.probes.enabled=true",
                        "management.endpoints.web.exposure.include=health");

        actuator.run(context -> {
            HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
            assertThat(groups.getNames()).contains("liveness", "readiness");
            assertThat(member(groups, "readiness", "reeve")).isTrue();
            assertThat(member(groups, "readiness", "readinessState")).isTrue();
            assertThat(member(groups, "liveness", "reeve")).isFalse();
        });
        actuator.withPropertyValues("reeve.health.readiness=false")
                .run(context -> assertThat(member(context.getBean(HealthEndpointGroups.class), "readiness", "reeve"))
                        .isFalse());
        actuator.withPropertyValues("management.health.reeve.enabled=false").run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean("reeveHealthIndicator");
            assertThat(member(context.getBean(HealthEndpointGroups.class), "readiness", "reeve"))
                    .isFalse();
        });
    }

    private static boolean member(HealthEndpointGroups groups, String group, String contributor) {
        var found = groups.get(group);
        return found != null && found.isMember(contributor);
    }

    @Test
    @DisplayName("Executions are counted in the registry of the application, beside an observer of its own")
    void meters() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Observer own = new Observer() {
            @Override
            public void executionStarted(String workflow) {
                seen.add(workflow);
                throw new IllegalStateException("an observer that fails");
            }
        };
        onFile().withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(NodeOptionsCustomizer.class, () -> options -> options.withObserver(own))
                .run(context -> {
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    context.getBean(Reeve.class)
                            .start("greet", Map.of("name", "Ada"))
                            .await(String.class, PATIENCE);

                    Awaitility.await()
                            .untilAsserted(() -> assertThat(meters.get("reeve.executions.started")
                                            .tag("workflow", "greet")
                                            .counter()
                                            .count())
                                    .isEqualTo(1));
                    assertThat(meters.get("reeve.executions.active").gauge().value())
                            .isNotNegative();
                    assertThat(seen).containsExactly("greet");
                });
        onFile().withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("reeve.metrics.enabled=false")
                .run(context -> assertThat(context.getBean(MeterRegistry.class).getMeters())
                        .isEmpty());
    }

    @Test
    @DisplayName("An attempt is an observation of the application, and its receiver gets the spans of an execution")
    void traces() {
        List<String> seen = new CopyOnWriteArrayList<>();
        List<SpanData> written = new CopyOnWriteArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                seen.add(String.valueOf(context.getName()));
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        Start traced = Start.plain().traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        ApplicationContextRunner runner = onFile().withBean(ObservationRegistry.class, () -> registry)
                .withBean(SpanReceiver.class, () -> written::addAll);
        runner.run(context -> {
            context.getBean(Reeve.class)
                    .start("greet", Map.of("name", "Ada"), traced)
                    .await(String.class, PATIENCE);

            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(written).extracting(SpanData::name).contains("greet"));
            assertThat(seen).contains("reeve.attempt");
        });
        seen.clear();
        runner.withPropertyValues("reeve.traces.enabled=false").run(context -> {
            context.getBean(Reeve.class)
                    .start("greet", Map.of("name", "Bo"), traced)
                    .await(String.class, PATIENCE);
            assertThat(context).doesNotHaveBean(ReeveSpans.class);
        });
        assertThat(seen).isEmpty();
    }

    @Test
    @DisplayName("All observers of attempts surround an attempt, the first one outside")
    void attemptObservers() {
        List<String> seen = new CopyOnWriteArrayList<>();
        onFile().withBean("outer", AttemptObserver.class, () -> noting("outer", seen))
                .withBean("inner", AttemptObserver.class, () -> noting("inner", seen))
                .run(context -> {
                    assertThat(context.getBean(Reeve.class)
                                    .start("greet", Map.of("name", "Ada"))
                                    .await(String.class, PATIENCE))
                            .isEqualTo("Hello, Ada");
                    assertThat(seen).containsExactly("outer begins", "inner begins", "inner ends", "outer ends");
                });
    }

    private static AttemptObserver noting(String name, List<String> seen) {
        return (step, attempt) -> {
            seen.add(name + " begins");
            Object result = attempt.run();
            seen.add(name + " ends");
            return result;
        };
    }

    @Test
    @DisplayName("Without Actuator, health, Micrometer and the servlet API on the class path the application runs")
    void withoutActuator() {
        onFile().withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "io.micrometer",
                        "jakarta.servlet",
                        "org.springframework.web"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean("reeveHealthIndicator");
                    assertThat(context.getBean(Reeve.class)
                                    .start("greet", Map.of("name", "Bo"))
                                    .await(String.class, PATIENCE))
                            .isEqualTo("Hello, Bo");
                });
    }
}
