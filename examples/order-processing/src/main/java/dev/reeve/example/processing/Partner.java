package dev.reeve.example.processing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The remote service, run by another company. It carries orders out, once for each key, and answers. {@link Conduct}
 * decides how it fails.
 */
final class Partner implements AutoCloseable {

    static final String TABLE = """
            create table if not exists carried_out (
                key text primary key, order_id text not null, confirmation text not null)
            """;

    /** How it handles a request. */
    enum Conduct {
        ANSWERS,
        /** The request is lost on its way. */
        LOSES_REQUEST,
        /** The order is carried out, but the answer is lost on its way. */
        LOSES_ANSWER,
        REFUSES
    }

    /** Decides how to handle each request, in the order of arrival. */
    interface Mood {
        Conduct towards(String order);
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Mood mood;
    private final Listener listener;

    Partner(DataSource database, Mood mood) {
        this.mood = mood;
        listener = new Listener(database, PartnerAgent.REQUESTS, this::asked);
    }

    private void asked(Queue.Message request, Connection connection) throws SQLException {
        JsonNode order = JSON.readTree(request.body());
        Conduct conduct = mood.towards(order.get("id").asString());
        if (conduct == Conduct.REFUSES) {
            String refusal = JSON.createObjectNode()
                    .put(
                            "refused",
                            "no %s is made any more".formatted(order.get("item").asString()))
                    .toString();
            PartnerAgent.ANSWERS.send(connection, new Queue.Message(request.correlation(), refusal));
        } else if (conduct != Conduct.LOSES_REQUEST) {
            String confirmation =
                    carryOut(connection, request.correlation(), order.get("id").asString());
            if (conduct == Conduct.ANSWERS) {
                String answer = JSON.createObjectNode()
                        .put("confirmation", confirmation)
                        .toString();
                PartnerAgent.ANSWERS.send(connection, new Queue.Message(request.correlation(), answer));
            }
        }
    }

    /** A second request with the same key returns the result of the first one. */
    private static String carryOut(Connection connection, String key, String order) throws SQLException {
        String once = """
                insert into carried_out (key, order_id, confirmation) values (?, ?, 'c-' || ?)
                on conflict (key) do update set key = excluded.key
                returning confirmation
                """;
        try (PreparedStatement insert = connection.prepareStatement(once)) {
            insert.setString(1, key);
            insert.setString(2, order);
            insert.setString(3, order);
            try (ResultSet rows = insert.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    @Override
    public void close() {
        listener.close();
    }
}
