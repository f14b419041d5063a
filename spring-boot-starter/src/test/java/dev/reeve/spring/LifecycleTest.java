package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.spring.action.AgentLifecycle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

@DisplayName("The life cycle of an application with agents")
final class LifecycleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    /** An action that lasts until the test lets it end, and what happened in which order. */
    @Configuration(proxyBeanMethods = false)
    static class Slow {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final List<String> story = new CopyOnWriteArrayList<>();

        @Action("slow.do")
        String call() throws InterruptedException {
            begun.countDown();
            if (!mayEnd.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test did not go on");
            }
            story.add("action ends");
            return "done";
        }

        /** Stops when Spring Boot begins to end the requests under way. */
        @Bean
        SmartLifecycle gracefulShutdown() {
            return new Recorder(story, "web server ends its requests", SmartLifecycle.DEFAULT_PHASE - 1024);
        }

        @Bean
        SmartLifecycle webServer() {
            return new Recorder(story, "web server stops", SmartLifecycle.DEFAULT_PHASE - 2048);
        }

        /** Stops before the agents do, and lets the action end only then. */
        @Bean
        SmartLifecycle first() {
            return new Recorder(story, "agents may stop", SmartLifecycle.DEFAULT_PHASE) {
                @Override
                public void stop() {
                    super.stop();
                    mayEnd.countDown();
                }
            };
        }
    }

    static class Recorder implements SmartLifecycle {
        private final List<String> story;
        private final String name;
        private final int phase;
        private volatile boolean running;

        Recorder(List<String> story, String name, int phase) {
            this.story = story;
            this.name = name;
            this.phase = phase;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            story.add(name);
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }

    private ApplicationContextRunner onFile() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"), "reeve.workflows=");
    }

    @Test
    @DisplayName("An action under way ends, and is reported, before the web server ends its requests")
    void agentsDrainFirst() {
        Slow[] slow = new Slow[1];
        onFile().withUserConfiguration(Slow.class).run(context -> {
            slow[0] = context.getBean(Slow.class);
            context.getBean(Reeve.class).run("slow.do", "", Start.key("job"));
            assertThat(slow[0].begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        });

        assertThat(slow[0].story)
                .containsExactly("agents may stop", "action ends", "web server ends its requests", "web server stops");
        try (Reeve reeve = Reeve.open(directory.resolve("app.db"))) {
            assertThat(reeve.find("job"))
                    .hasValueSatisfying(job -> assertThat(job.status()).isEqualTo(ExecutionStatus.COMPLETED));
        }
    }

    @Test
    @DisplayName("A context that is stopped and started again has its agents again")
    void startsAgain() {
        onFile().withUserConfiguration(Slow.class).run(context -> {
            AgentLifecycle agents = context.getBean(AgentLifecycle.class);
            Reeve reeve = context.getBean(Reeve.class);
            context.getBean(Slow.class).mayEnd.countDown();

            agents.stop();
            agents.stop();
            assertThat(agents.isRunning()).isFalse();
            agents.start();
            agents.start();

            assertThat(reeve.run("slow.do", "", Start.plain()).await(String.class, PATIENCE))
                    .isEqualTo("done");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        /** Fails unless the application's own migrations have run before the engine is opened. */
        @Bean
        NodeOptionsCustomizer looksAtOrders(JdbcTemplate jdbc) {
            return options -> {
                assertThat(jdbc.queryForObject("select count(*) from orders", Integer.class))
                        .isZero();
                return options;
            };
        }

        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        Closing closing(Reeve reeve) {
            return new Closing(reeve);
        }
    }

    /** Uses the engine when it is created and destroyed: both must still be possible then. */
    record Closing(Reeve reeve) implements DisposableBean {

        Closing {
            assertThat(reeve.definitions()).extracting(each -> each.workflow()).containsExactly("greet");
            reeve.start("greet", Map.of("name", "Ada"), Start.key("early"));
        }

        @Override
        public void destroy() {
            assertThat(reeve.find("early")).isPresent();
        }
    }

    @Test
    @DisplayName("On PostgreSQL the engine is opened after Flyway, and other beans may use it while they begin and end")
    void afterFlyway() {
        String url = TestDatabases.url();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ReeveAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        FlywayAutoConfiguration.class))
                .withUserConfiguration(Orders.class, ReeveAutoConfigurationTest.Greetings.class)
                .withPropertyValues(
                        "spring.datasource.url=" + url,
                        "spring.datasource.username=postgres",
                        "reeve.postgresql.schema=shop_flows",
                        "reeve.node.name=node-1",
                        "reeve.node.ttl=5s")
                .run(context -> {
                    JdbcReeve reeve = context.getBean(JdbcReeve.class);

                    assertThat(reeve.find("early").orElseThrow().await(String.class, PATIENCE))
                            .isEqualTo("Hello, Ada");
                    assertThat(reeve.nodes())
                            .singleElement()
                            .satisfies(node -> assertThat(node.name()).isEqualTo("node-1"));
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForList(
                                            "select table_schema from information_schema.tables where table_name = 'execution'",
                                            String.class))
                            .containsExactly("shop_flows");
                    assertThat(context.getBeanFactory().getDependenciesForBean("reeve"))
                            .contains("dataSource", "flywayInitializer");
                });
    }

    @Test
    @DisplayName("Of several DataSources the marked one is used, and without a mark the start fails")
    void severalDataSources() {
        String url = TestDatabases.url();
        ApplicationContextRunner two = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withPropertyValues("reeve.workflows=");

        two.withBean("a", DataSource.class, () -> TestDatabases.pool(url))
                .withBean("b", DataSource.class, () -> TestDatabases.pool(url))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("several DataSource beans")
                        .hasStackTraceContaining("@ReeveDataSource"));
        two.withUserConfiguration(Marked.class)
                .withPropertyValues("test.url=" + url)
                .run(context -> {
                    assertThat(context.getBean(JdbcReeve.class).definitions()).isEmpty();
                    assertThat(context.getBeanFactory().getDependenciesForBean("reeve"))
                            .contains("flows");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean
        DataSource orders() {
            return TestDatabases.pool("jdbc:postgresql://127.0.0.1:1/nothing");
        }

        @Bean
        @ReeveDataSource
        DataSource flows(org.springframework.core.env.Environment environment) {
            return TestDatabases.pool(environment.getRequiredProperty("test.url"));
        }
    }
}
