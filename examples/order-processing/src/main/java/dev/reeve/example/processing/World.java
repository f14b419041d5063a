package dev.reeve.example.processing;

import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * The shop, its engine and agent, and the partner, assembled around one database. All their state is in the database.
 */
final class World implements AutoCloseable {

    private final DataSource database;
    private final JdbcReeve reeve;
    private final Shop shop;
    private final PartnerAgent agent;
    private final Partner partner;

    private World(DataSource database, Partner.Mood mood) {
        this.database = database;
        reeve = Reeve.open(
                database,
                NodeOptions.defaults()
                        .withNotification(NotificationOptions.defaults().withChannel(new QueueChannel(database))));
        shop = new Shop(reeve, database);
        agent = new PartnerAgent(reeve, database);
        partner = new Partner(database, mood);
    }

    static World open(DataSource database, Partner.Mood mood) throws SQLException {
        Shop.createTables(database);
        return new World(database, mood);
    }

    JdbcReeve reeve() {
        return reeve;
    }

    /** As {@link Shop#take}. */
    Optional<Execution> take(Order order) throws SQLException {
        return shop.take(order);
    }

    /** The outcome that the shop received for each of its orders. */
    SortedMap<String, String> states() throws SQLException {
        return ask("select id, state from orders");
    }

    /** The orders that the partner has carried out, by the key of the request. */
    SortedMap<String, String> carriedOut() throws SQLException {
        return ask("select key, order_id from carried_out");
    }

    private SortedMap<String, String> ask(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            SortedMap<String, String> found = new TreeMap<>();
            while (rows.next()) {
                found.put(rows.getString(1), rows.getString(2));
            }
            return found;
        }
    }

    @Override
    public void close() {
        partner.close();
        agent.close();
        shop.close();
        reeve.close();
    }
}
