package dev.reeve.example.processing;

import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The application: takes orders, and receives their outcomes. It writes an order and its workflow in one transaction,
 * so that neither exists without the other.
 */
final class Shop implements AutoCloseable {

    private static final String TABLE =
            "create table if not exists orders (id text primary key, item text, state text not null)";

    private static final int QUANTITY_MAX = 1_000;
    private static final Queue NEWS = new Queue("order-news");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JdbcReeve reeve;
    private final DataSource database;
    private final Listener listener;

    Shop(JdbcReeve reeve, DataSource database) {
        this.reeve = reeve;
        this.database = database;
        reeve.deploy(workflow());
        listener = new Listener(database, NEWS, Shop::told);
    }

    /** The example's tables beside Reeve's. */
    static void createTables(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute(Queue.TABLE);
            statement.execute(Partner.TABLE);
        }
    }

    static Workflow workflow() {
        return Workflow.load(Shop.class, "process_order.yaml");
    }

    /** @return empty if the shop rejects the order after all; nothing of it is stored then */
    Optional<Execution> take(Order order) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                insert(connection, order);
                Start how = Start.key(order.id())
                        .replyTo(URI.create("queue:" + NEWS.name()))
                        .correlationId(order.id());
                Execution execution = reeve.start(connection, "process_order", order, how);
                if (order.quantity() > QUANTITY_MAX) {
                    return Optional.empty();
                }
                connection.commit();
                return Optional.of(execution);
            } finally {
                connection.rollback();
            }
        }
    }

    private static void insert(Connection connection, Order order) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into orders (id, item, state) values (?, ?, 'taken')")) {
            insert.setString(1, order.id());
            insert.setString(2, order.item());
            insert.execute();
        }
    }

    private static void told(Queue.Message news, Connection connection) throws SQLException {
        JsonNode event = JSON.readTree(news.body());
        try (PreparedStatement update = connection.prepareStatement("update orders set state = ? where id = ?")) {
            update.setString(1, event.get("type").asString().replace("dev.reeve.execution.", ""));
            update.setString(2, news.correlation());
            update.execute();
        }
    }

    @Override
    public void close() {
        listener.close();
    }
}
