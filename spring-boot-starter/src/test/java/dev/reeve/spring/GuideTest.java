package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The guide to Spring Boot: its blocks compile here, and do as it says")
final class GuideTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A bank that declines one amount. */
    @Component
    static class Bank {
        final Map<String, Integer> payments = new ConcurrentHashMap<>();
        final Map<String, String> refunds = new ConcurrentHashMap<>();

        String charge(int cents, String key) {
            if (cents > 10_000) {
                throw StepFailure.businessError("CARD_DECLINED", "over the limit");
            }
            payments.put(key, cents);
            return key;
        }

        void refund(String order, String key) {
            refunds.put(order, key);
        }
    }

    record Order(String orderId, int cents) {}

    /** The repository of an application. */
    record Orders(JdbcTemplate jdbc) {
        void save(Order order) {
            jdbc.update("insert into orders (id, cents) values (?, ?)", order.orderId(), order.cents());
        }
    }

    @Component
    static class OrderService {

        private final Reeve reeve;
        private final JdbcTemplate jdbc;
        private final Orders orders;
        private final JsonMapper mapper = JsonMapper.shared();

        OrderService(Reeve reeve, JdbcTemplate jdbc) {
            this.reeve = reeve;
            this.jdbc = jdbc;
            this.orders = new Orders(jdbc);
        }

        @Transactional
        public void place(Order order) {
            jdbc.update("insert into orders (id, cents) values (?, ?)", order.orderId(), order.cents());
            reeve.start("place_order", order, Start.key(order.orderId()));
        }

        @Transactional
        public @Nullable UUID placeBySql(Order order) {
            orders.save(order);
            return jdbc.queryForObject(
                    "select reeve.start(?, ?::json, ?::jsonb)",
                    UUID.class,
                    "place_order",
                    mapper.writeValueAsString(order),
                    "{\"key\": \"%s\"}".formatted(order.orderId()));
        }
    }

    record Fax(String number) {}

    /** A machine that sends one fax at a time. */
    @Component
    static class Faxes {

        private final Machine machine = new Machine();

        record Machine() {
            String send(Fax fax) {
                return "sent to " + fax.number();
            }
        }

        @Action(value = "fax.send", agent = "fax")
        String send(Fax fax) {
            return machine.send(fax);
        }
    }

    @Component
    static class Stock {

        record Reservation(String sku, int quantity) {}

        private final JdbcTemplate jdbc;

        Stock(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Action("stock.reserve")
        @Transactional
        public void reserve(Reservation reservation, StepContext step) {
            jdbc.update("update stock set free = free - ? where sku = ?", reservation.quantity(), reservation.sku());
            jdbc.execute((ConnectionCallback<Boolean>) connection -> {
                step.complete(connection, "reserved");
                return true;
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Bank.class, Payments.class, OrderService.class, Faxes.class, Stock.class})
    static class Application {

        @Bean
        JdbcTemplate jdbc(DataSource dataSource) {
            JdbcTemplate jdbc = new JdbcTemplate(dataSource);
            jdbc.execute("create table orders (id text primary key, cents integer not null)");
            jdbc.execute("create table stock (sku text primary key, free integer not null)");
            jdbc.execute("insert into stock values ('tea', 10)");
            return jdbc;
        }

        @Bean
        Workflow placeOrder() {
            return Workflow.parse("""
                    workflow: place_order
                    version: 1
                    steps:
                      charge: { action: payment.charge, input: "${ input }", compensate: payment.refund }
                      fax: { action: fax.send, input: { number: "${ input.orderId }" }, after: [charge] }
                    """);
        }

        @Bean
        Workflow reserve() {
            return Workflow.parse("""
                    workflow: reserve
                    version: 1
                    steps:
                      reserve: { action: stock.reserve, input: "${ input }", transactional: true }
                    output: "${ steps.reserve.output }"
                    """);
        }

        @Bean
        NodeOptionsCustomizer alerts() {
            return options -> options.withUnofferedAfter(Duration.ofMinutes(1));
        }
    }

    @Test
    @DisplayName(
            "Orders are placed in the shop's transaction, by a start or by SQL, and stock is reserved exactly once")
    void doesAsItSays() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ReeveAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.datasource.url=" + TestDatabases.url(),
                        "spring.datasource.username=postgres",
                        "reeve.workflows=",
                        "reeve.agents.fax.slots=2")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    OrderService orders = context.getBean(OrderService.class);
                    Bank bank = context.getBean(Bank.class);

                    orders.place(new Order("o-1", 500));
                    UUID second = Objects.requireNonNull(orders.placeBySql(new Order("o-2", 700)));
                    orders.place(new Order("o-3", 20_000));
                    assertThatThrownBy(() -> orders.place(new Order("o-1", 500)))
                            .hasMessageContaining("duplicate");

                    assertThat(end(reeve, "o-1")).isEqualTo(ExecutionStatus.COMPLETED);
                    // the engine takes it a few milliseconds after the commit
                    Awaitility.await().until(() -> reeve.find("o-2").isPresent());
                    assertThat(reeve.find("o-2").orElseThrow().id().value()).isEqualTo(second);
                    assertThat(end(reeve, "o-2")).isEqualTo(ExecutionStatus.COMPLETED);
                    assertThat(end(reeve, "o-3")).isEqualTo(ExecutionStatus.FAILED);
                    assertThat(bank.payments.values()).containsExactlyInAnyOrder(500, 700);

                    assertThat(reeve.start("reserve", new Stock.Reservation("tea", 3))
                                    .await(String.class, PATIENCE))
                            .isEqualTo("reserved");
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("select free from stock", Integer.class))
                            .isEqualTo(7);
                });
    }

    private static ExecutionStatus end(Reeve reeve, String key) {
        return reeve.find(key).orElseThrow().awaitEnd(PATIENCE).status();
    }
}
