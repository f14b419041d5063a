package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayName("Starts in transactions of Spring")
final class TransactionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    /** The service of an application. */
    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        OrderService orders(Reeve reeve, JdbcTemplate jdbc) {
            return new OrderService(reeve, jdbc);
        }

        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            JdbcTemplate jdbc = new JdbcTemplate(dataSource);
            jdbc.execute("create table if not exists orders (id text primary key)");
            return jdbc;
        }
    }

    static class OrderService {
        private final Reeve reeve;
        private final JdbcTemplate jdbc;

        OrderService(Reeve reeve, JdbcTemplate jdbc) {
            this.reeve = reeve;
            this.jdbc = jdbc;
        }

        @Transactional
        public Execution place(String id) {
            jdbc.update("insert into orders (id) values (?)", id);
            return reeve.start("greet", Map.of("name", id), Start.key(id));
        }

        @Transactional(readOnly = true)
        public Execution onlyReads() {
            return reeve.start("greet", Map.of("name", "x"));
        }

        int count() {
            return Objects.requireNonNull(jdbc.queryForObject("select count(*) from orders", Integer.class));
        }
    }

    private static ApplicationContextRunner onPostgres() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ReeveAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        TransactionManagerCustomizationAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class, Shop.class)
                .withPropertyValues(
                        "spring.datasource.url=" + TestDatabases.url(), "spring.datasource.username=postgres");
    }

    private static TransactionTemplate transaction(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    @Test
    @DisplayName("A commit stores the row and the execution, and the returned execution can be awaited then")
    void commits() {
        onPostgres().run(context -> {
            OrderService orders = context.getBean(OrderService.class);

            Execution execution = orders.place("o-1");

            assertThat(execution.await(String.class, PATIENCE)).isEqualTo("Hello, o-1");
            assertThat(orders.count()).isEqualTo(1);
        });
    }

    @Test
    @DisplayName("A signal with a start is refused in a transaction, and sent outside of one")
    void refusesSignalsWithStarts() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            reeve.deploy(Workflow.parse("workflow: call\nsteps: { go: { await: go } }"));
            TransactionTemplate transaction = transaction(context.getBean(PlatformTransactionManager.class));
            Start how = Start.key("c-1");
            Signal signal = Signal.of("go", 1);

            assertThatThrownBy(() -> transaction.executeWithoutResult(
                            status -> reeve.signalWithStart("call", Map.of(), how, signal)))
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageContaining("after the commit");
            assertThatThrownBy(() -> transaction.executeWithoutResult(
                            status -> reeve.signalWithStartAsync("call", Map.of(), how, signal)))
                    .isInstanceOf(IllegalTransactionStateException.class);
            assertThat(reeve.find("c-1")).isEmpty();

            assertThat(reeve.signalWithStart("call", Map.of(), how, signal)
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        });
    }

    @Test
    @DisplayName("A rollback leaves neither, the key is free, and the returned execution says why it is not there")
    void rollsBack() {
        onPostgres().run(context -> {
            OrderService orders = context.getBean(OrderService.class);
            Reeve reeve = context.getBean(Reeve.class);
            List<Execution> started = new ArrayList<>();

            transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                started.add(orders.place("o-1"));
                status.setRollbackOnly();
            });

            assertThat(orders.count()).isZero();
            assertThat(reeve.find("o-1")).isEmpty();
            assertThatThrownBy(() -> started.getFirst().status())
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageContaining("was never stored")
                    .hasMessageContaining("rolled back");
            assertThat(orders.place("o-1").await(String.class, PATIENCE)).isEqualTo("Hello, o-1");
        });
    }

    @Test
    @DisplayName("Before the commit the execution has an id, and every other call fails at once")
    void isNotThereBeforeTheCommit() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            List<Consumer<Execution>> calls = List.of(
                    execution -> execution.await(String.class, PATIENCE),
                    execution -> execution.awaitEnd(PATIENCE),
                    Execution::result,
                    Execution::status,
                    Execution::history,
                    Execution::explain,
                    Execution::recovery,
                    execution -> execution.signal("s", 1),
                    execution -> execution.actingAs("ann").cancel("no"));

            transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                Execution execution = reeve.start("greet", Map.of("name", "x"), Start.key("k"));
                assertThat(execution.id()).isNotNull();
                for (Consumer<Execution> call : calls) {
                    assertThatThrownBy(() -> call.accept(execution))
                            .isInstanceOf(IllegalTransactionStateException.class)
                            .hasMessageContaining("is not stored yet")
                            .hasMessageContaining("after the commit");
                }
                assertThat(reeve.find("k")).isEmpty();
            });

            assertThat(reeve.find("k")).isPresent();
        });
    }

    @Test
    @DisplayName("A key that an earlier start has used gives the execution of that start, which can be awaited")
    void anEarlierStart() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            Execution earlier = reeve.start("greet", Map.of("name", "x"), Start.key("k"));

            transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                Execution again = reeve.start("greet", Map.of("name", "x"), Start.key("k"));
                assertThat(again).isEqualTo(earlier);
                assertThat(again.await(String.class, PATIENCE)).isEqualTo("Hello, x");
                assertThatThrownBy(() -> reeve.start("greet", Map.of("name", "y"), Start.key("k")))
                        .satisfies(e -> assertThat(((ReeveException) e).code()).isEqualTo(ErrorCode.CONFLICT));
            });
        });
    }

    @Test
    @DisplayName("Jobs, asynchronous starts and handles of other namespaces and actors join, too")
    void allKindsOfStartsJoin() {
        onPostgres().run(context -> {
            JdbcReeve reeve = context.getBean(JdbcReeve.class);
            Map<String, String> input = Map.of("name", "x");
            transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                reeve.run("greeting.write", input, Start.key("job"));
                reeve.runAsync("greeting.write", input, Start.key("later-job"), JobOptions.defaults())
                        .toCompletableFuture()
                        .join();
                reeve.startAsync("greet", input, Start.key("later"))
                        .toCompletableFuture()
                        .join();
                reeve.actingAs("ann").start("greet", input, Start.key("ann"));
                reeve.namespace("default").start("greet", input, Start.key("other"));
                status.setRollbackOnly();
            });
            assertThat(reeve.list(ExecutionQuery.all())).isEmpty();
        });
    }

    @Test
    @DisplayName("Without a transaction a start is stored at once, also within SUPPORTS and NOT_SUPPORTED")
    void withoutATransaction() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            for (int propagation : List.of(
                    TransactionDefinition.PROPAGATION_SUPPORTS, TransactionDefinition.PROPAGATION_NOT_SUPPORTED)) {
                TransactionTemplate template = transaction(context.getBean(PlatformTransactionManager.class));
                template.setPropagationBehavior(propagation);
                template.executeWithoutResult(status -> assertThat(
                                reeve.start("greet", Map.of("name", "x")).await(String.class, PATIENCE))
                        .isEqualTo("Hello, x"));
            }
        });
    }

    @Test
    @DisplayName("An inner transaction commits its own start, and a savepoint undoes the start after it, not before")
    void innerTransactions() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            TransactionTemplate inner = transaction(manager);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            TransactionTemplate nested = transaction(manager);
            nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            Map<String, String> input = Map.of("name", "x");
            List<Execution> started = new ArrayList<>();

            transaction(manager).executeWithoutResult(status -> {
                started.add(reeve.start("greet", input, Start.key("outer")));
                started.add(Objects.requireNonNull(
                        inner.execute(inside -> reeve.start("greet", input, Start.key("inner")))));
                assertThat(started.get(1).await(String.class, PATIENCE)).isEqualTo("Hello, x");
                nested.executeWithoutResult(inside -> {
                    started.add(reeve.start("greet", input, Start.key("nested")));
                    inside.setRollbackOnly();
                });
            });

            assertThat(started.get(0).await(String.class, PATIENCE)).isEqualTo("Hello, x");
            assertThat(reeve.find("nested")).isEmpty();
            assertThatThrownBy(() -> started.get(2).status()).hasMessageContaining("was never stored");
        });
    }

    @Test
    @DisplayName("A start in a callback after the commit is stored at once, and is not lost with the pool's connection")
    void afterTheCommit() {
        onPostgres()
                // Hikari rolls back what a connection returns with, and would hide a start that joined too late
                .withPropertyValues("spring.datasource.hikari.auto-commit=false")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    List<Execution> started = new ArrayList<>();
                    transaction(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(status -> TransactionSynchronizationManager.registerSynchronization(
                                    new TransactionSynchronization() {
                                        @Override
                                        public void afterCommit() {
                                            started.add(reeve.start("greet", Map.of("name", "a"), Start.key("commit")));
                                        }

                                        @Override
                                        public void afterCompletion(int status) {
                                            started.add(
                                                    reeve.start("greet", Map.of("name", "b"), Start.key("completion")));
                                        }
                                    }));

                    assertThat(started).hasSize(2);
                    assertThat(started.get(0).await(String.class, PATIENCE)).isEqualTo("Hello, a");
                    assertThat(started.get(1).await(String.class, PATIENCE)).isEqualTo("Hello, b");
                });
    }

    @Test
    @DisplayName("The next transaction of the thread joins again after such a callback")
    void joinsAgainAfterACommit() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            OrderService orders = context.getBean(OrderService.class);
            TransactionTemplate template = transaction(context.getBean(PlatformTransactionManager.class));
            orders.place("o-1");

            template.executeWithoutResult(status -> {
                reeve.start("greet", Map.of("name", "x"), Start.key("gone"));
                status.setRollbackOnly();
            });

            assertThat(reeve.find("gone")).isEmpty();
        });
    }

    @Test
    @DisplayName("A read-only transaction refuses a start before anything is sent, and can still be used")
    void readOnly() {
        onPostgres().run(context -> {
            OrderService orders = context.getBean(OrderService.class);
            assertThatThrownBy(orders::onlyReads)
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageContaining("OrderService.onlyReads")
                    .hasMessageContaining("read-only");
            assertThat(orders.place("o-1").await(String.class, PATIENCE)).isEqualTo("Hello, o-1");
        });
    }

    @Test
    @DisplayName("A start that fails in the database cannot be swallowed: the commit fails")
    void aFailedStatementEndsTheTransaction() {
        onPostgres().run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            OrderService orders = context.getBean(OrderService.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            TransactionTemplate template = transaction(context.getBean(PlatformTransactionManager.class));

            assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                        jdbc.update("insert into orders (id) values ('o-1')");
                        jdbc.execute("set local lock_timeout = '1ms'");
                        jdbc.execute("set local transaction_read_only = on");
                        assertThatThrownBy(() -> reeve.start("greet", Map.of("name", "x")))
                                .isInstanceOf(ReeveException.class);
                    }))
                    .isInstanceOf(UnexpectedRollbackException.class);
            assertThat(orders.count()).isZero();
        });
    }

    /** A transaction manager of another database, and one of another pool to the same database. */
    @Configuration(proxyBeanMethods = false)
    static class TwoPools {

        @Bean
        @ReeveDataSource
        HikariDataSource flows(org.springframework.core.env.Environment environment) {
            return TestDatabases.pool(environment.getRequiredProperty("test.flows"));
        }

        @Bean
        HikariDataSource app(org.springframework.core.env.Environment environment) {
            return TestDatabases.pool(environment.getRequiredProperty("test.app"));
        }

        @Bean
        JdbcTransactionManager transactions(HikariDataSource app) {
            return new JdbcTransactionManager(app);
        }
    }

    private static ApplicationContextRunner twoPools(String flows, String app) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class, TwoPools.class)
                .withPropertyValues("test.flows=" + flows, "test.app=" + app);
    }

    @Test
    @DisplayName("A transaction of another DataSource refuses a start, and the message names the ways out")
    void anotherDataSource() {
        twoPools(TestDatabases.url(), TestDatabases.url()).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            transaction(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> assertThatThrownBy(() -> reeve.start("greet", Map.of("name", "x")))
                            .isInstanceOf(IllegalTransactionStateException.class)
                            .hasMessageContaining("not one of the engine's DataSource")
                            .hasMessageContaining("reeve.transactions.data-source")
                            .hasMessageContaining("reeve.transactions.other=independent"));
            assertThat(reeve.list(ExecutionQuery.all())).isEmpty();
        });
    }

    @Test
    @DisplayName("With reeve.transactions.other=independent such a start is stored at once, also after a rollback")
    void independentStarts() {
        twoPools(TestDatabases.url(), TestDatabases.url())
                .withPropertyValues("reeve.transactions.other=independent")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    transaction(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(status -> {
                                assertThat(reeve.start("greet", Map.of("name", "x"), Start.key("k"))
                                                .await(String.class, PATIENCE))
                                        .isEqualTo("Hello, x");
                                status.setRollbackOnly();
                            });
                    assertThat(reeve.find("k")).isPresent();
                });
    }

    @Test
    @DisplayName("Transactions of another pool on the same database are joined if the property names the pool")
    void anotherPool() {
        String url = TestDatabases.url();
        twoPools(url, url)
                .withPropertyValues("reeve.transactions.data-source=app")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    TransactionTemplate template = transaction(context.getBean(PlatformTransactionManager.class));
                    template.executeWithoutResult(status -> {
                        reeve.start("greet", Map.of("name", "x"), Start.key("gone"));
                        status.setRollbackOnly();
                    });
                    Execution stored = Objects.requireNonNull(
                            template.execute(status -> reeve.start("greet", Map.of("name", "x"), Start.key("stored"))));

                    assertThat(reeve.find("gone")).isEmpty();
                    assertThat(stored.await(String.class, PATIENCE)).isEqualTo("Hello, x");
                });
        twoPools(url, url)
                .withPropertyValues("reeve.transactions.data-source=apps")
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("names 'apps'"));
    }

    @Test
    @DisplayName("If the named pool leads to another database, a start fails with a message, and nothing is stored")
    void anotherDatabaseBehindThePool() {
        twoPools(TestDatabases.url(), TestDatabases.url())
                .withPropertyValues("reeve.transactions.data-source=app")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    @Nullable Execution none = transaction(context.getBean(PlatformTransactionManager.class))
                            .execute(status -> {
                                assertThatThrownBy(() -> reeve.start("greet", Map.of("name", "x")))
                                        .isInstanceOf(ReeveException.class);
                                status.setRollbackOnly();
                                return null;
                            });
                    assertThat(none).isNull();
                    assertThat(reeve.list(ExecutionQuery.all())).isEmpty();
                });
    }

    @Test
    @DisplayName("On SQLite a start in a transaction is refused, unless the property makes it independent")
    void sqlite() {
        String url = TestDatabases.url();
        ApplicationContextRunner onFile = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class)
                .withBean(DataSource.class, () -> TestDatabases.pool(url))
                .withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"));
        onFile.run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            transaction(new JdbcTransactionManager(context.getBean(DataSource.class)))
                    .executeWithoutResult(status -> assertThatThrownBy(() -> reeve.start("greet", Map.of("name", "x")))
                            .isInstanceOf(IllegalTransactionStateException.class)
                            .hasMessageContaining("SQLite")
                            .hasMessageContaining("the current transaction"));
            assertThat(reeve.start("greet", Map.of("name", "x")).await(String.class, PATIENCE))
                    .isEqualTo("Hello, x");
        });
        onFile.withPropertyValues("reeve.transactions.other=independent").run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            transaction(new JdbcTransactionManager(context.getBean(DataSource.class)))
                    .executeWithoutResult(status -> {
                        reeve.start("greet", Map.of("name", "x"), Start.key("k"));
                        status.setRollbackOnly();
                    });
            assertThat(reeve.find("k")).isPresent();
        });
    }
}
