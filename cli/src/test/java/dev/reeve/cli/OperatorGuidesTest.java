package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AlertOptions;
import dev.reeve.Bulk;
import dev.reeve.ClusterOptions;
import dev.reeve.EngineStats;
import dev.reeve.Execution;
import dev.reeve.InboxGroup;
import dev.reeve.JdbcReeve;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.RecoveryOperations;
import dev.reeve.Reeve;
import dev.reeve.SchemaDataSource;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.Start;
import dev.reeve.UndeliverableMessage;
import dev.reeve.Verb;
import dev.reeve.WebhookOptions;
import dev.reeve.spi.Archive;
import dev.reeve.spi.MessageChannel;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The Java of operating.md, cluster.md, namespaces.md, postgresql.md, notifications.md, workflows.md and of the
 * reference of definitions. GuideBlocksTest of the module house compares the pages with it.
 */
@SuppressWarnings("unused") // the pages name what they get
@DisplayName("The examples of the guides for operators are compiled")
final class OperatorGuidesTest {

    record Order(String id, int amount) {}

    record Charge(String card) {}

    record Invoice(String number) {}

    record Shipment(String tracking) {}

    record Message(String id) {}

    /** The service behind the handler. */
    interface Invoices {
        String send(Invoice invoice, Object step);
    }

    @Test
    @DisplayName("The lines about services, health and bulk operations run on a store with escalated executions")
    void whatIsShownRuns(@TempDir Path directory) {
        try (Reeve reeve = Reeve.open(directory.resolve("orders.db"))) {
            Shop.fill(reeve);

            healthOf(reeve);
            services(reeve);

            assertThat(reeve.services().list())
                    .filteredOn(status -> status.action().equals("payment.charge"))
                    .extracting(ServiceStatus::state)
                    .doesNotContain(ServiceState.PAUSED);
            assertThat(reeve.services().changes("payment.charge")).hasSize(2);
        }
    }

    @Test
    @DisplayName("The definition of the reference, built in Java, is valid")
    void theBuiltDefinitionIsValid() {
        Workflow workflow = Workflow.named("order_fulfilment")
                .version(1)
                .completeBy(Duration.ofHours(2))
                .step(
                        "reserve_inventory",
                        s -> s.action("inventory.reserve")
                                .input(Map.of("sku", "${ input.sku }"))
                                .compensate("inventory.release"))
                .step(
                        "charge_payment",
                        s -> s.after("reserve_inventory")
                                .action("payment.charge")
                                .heartbeat(Duration.ofSeconds(10))
                                .probe("payment.status")
                                .compensate("payment.refund"))
                .finallyStep("close_order", s -> s.action("order.close").input(Map.of("outcome", "${ outcome }")))
                .build();

        assertThat(workflow.name()).isEqualTo("order_fulfilment");
    }

    // docs/guide/operating.md

    private static void escalated(Reeve reeve, Shipment shipment) {
        reeve.inbox().groups().forEach(System.out::println);
        Execution execution = reeve.actingAs("alice").find("order-123").orElseThrow();
        System.out.println(execution.explain());
        RecoveryOperations recovery = execution.recovery();
        recovery.retry("create_shipment", "the carrier is back");
        recovery.resolve("create_shipment", shipment, "sent by hand");
        recovery.skip("create_shipment", "picked up in the shop");
        execution.cancel("customer changed her mind");
        recovery.compensate("recalled");
        recovery.probe("charge_payment", "the bank is back");
        recovery.retry("charge_payment", new Charge("4111"), "a typo");
        recovery.pause("stock-taking");
        recovery.resume("counted");
    }

    private static void rerun(Execution execution, Order order) {
        Execution again = execution.recovery().rerunFrom("create_shipment", "the carrier is back");
        Execution other = execution.recovery().rerunFrom("create_shipment", order, "another address");
    }

    private static void bulk(Reeve reeve) {
        InboxGroup group = reeve.inbox().groups().getFirst();
        Bulk bulk = reeve.actingAs("alice").bulk().start(group.bulk(Verb.RETRY).perSecond(20), "the bank is back");
        int steps = reeve.bulk().count(group.bulk(Verb.SKIP));
        reeve.bulk().start(group.bulk(Verb.SKIP), steps, "not needed");
        bulk.progress();
        bulk.stop("not yet");
        reeve.bulk().list().forEach(System.out::println);
    }

    private static void services(Reeve reeve) {
        reeve.services().list().forEach(System.out::println);
        reeve.actingAs("alice").services().pause("payment.charge", "the bank asked us to");
        reeve.actingAs("alice").services().resume("payment.charge", "they are back");
    }

    private static void healthOf(Reeve reeve) {
        reeve.health().incidents().forEach(System.out::println);
        EngineStats stats = reeve.health().stats();
        stats.audit().passes();
        stats.audit().overdue();
        stats.supervisor().lag();
        stats.supervisor().stalls();
    }

    private static NodeOptions archive() {
        return NodeOptions.defaults()
                .withRetention(Duration.ofDays(90))
                .withArchive(Archive.directory(Path.of("/var/lib/shop/archive")));
    }

    // docs/guide/cluster.md

    private static void agentsAnywhere(DataSource dataSource) {
        JdbcReeve warehouse = Reeve.open(
                dataSource,
                NodeOptions.defaults().withCluster(ClusterOptions.defaults().withOwns(false)));
        warehouse
                .agent("warehouse")
                .action("order.ship", Order.class, (order, step) -> ship(order))
                .start();
    }

    private static String ship(Order order) {
        return "sent " + order.id();
    }

    private static JdbcReeve settings(DataSource dataSource) {
        NodeOptions options = NodeOptions.defaults()
                .withCluster(ClusterOptions.defaults().withName("pod-0").withTtl(Duration.ofSeconds(5)));
        JdbcReeve reeve = Reeve.open(dataSource, options);
        return reeve;
    }

    // docs/guide/namespaces.md

    private static void namespace(Reeve reeve, Invoices invoices, Order order) {
        Reeve billing = reeve.namespace("billing");

        billing.deploy(Workflow.load(Path.of("invoice.yaml")));
        billing.agent("invoices")
                .action("invoice.send", Invoice.class, invoices::send)
                .start();
        Execution invoice = billing.start("invoice", order, Start.key("order-123"));
    }

    private static Reeve restricted(DataSource dataSource) {
        Reeve billing = Reeve.open(dataSource, NodeOptions.defaults().withNamespaces("billing", "invoices"));
        return billing;
    }

    // docs/guide/postgresql.md

    private static JdbcReeve onPostgres() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setURL("jdbc:postgresql://db.example.com/shop?targetServerType=primary");
        JdbcReeve reeve = Reeve.open(database);
        return reeve;
    }

    private static JdbcReeve otherSchema(DataSource dataSource) {
        JdbcReeve reeve = Reeve.open(SchemaDataSource.of(dataSource, "billing_flows"));
        return reeve;
    }

    private static void inATransaction(DataSource database, JdbcReeve reeve, Order order) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            insertOrder(connection, order);
            Execution execution = reeve.start(connection, "place_order", order, Start.key(order.id()));
            connection.commit();
        }
    }

    private static void insertOrder(Connection connection, Order order) throws SQLException {
        try (var insert = connection.prepareStatement("insert into orders (id, amount) values (?, ?)")) {
            insert.setString(1, order.id());
            insert.setInt(2, order.amount());
            insert.executeUpdate();
        }
    }

    // docs/guide/notifications.md

    private static void replyTo(Reeve reeve, Order order) {
        reeve.start(
                "order_fulfilment",
                order,
                Start.key("order-123")
                        .replyTo(URI.create("https://shop.example/hooks/orders"))
                        .correlationId("basket 7"));
    }

    private static Reeve channel() {
        NodeOptions options = NodeOptions.defaults()
                .withNotification(NotificationOptions.defaults()
                        .withSource("/shop/reeve")
                        .withChannel(MessageChannel.webhook(WebhookOptions.secret(System.getenv("WEBHOOK_SECRET"))
                                .withAllowed("https://shop.example/hooks/"))));
        Reeve reeve = Reeve.open(Path.of("orders.db"), options);
        return reeve;
    }

    private static void undeliverable(Reeve reeve) {
        for (UndeliverableMessage lost : reeve.messages().undeliverable(100)) {
            reeve.messages().redeliver(lost.execution());
        }
    }

    private static NotificationOptions alerts(MessageChannel webhooks) {
        return NotificationOptions.defaults()
                .withChannel(webhooks)
                .withAlerts(AlertOptions.defaults().withReceiver(URI.create("https://shop.example/hooks/alerts")));
    }

    // docs/guide/workflows.md

    private static Start request(Message message) {
        return Start.key("sync-berlin").keyPolicy(KeyPolicy.RETURN_OPEN).request(message.id());
    }
}
