package dev.reeve.example.processing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A message queue in a table, so that the example needs no broker. Sending and taking are part of the connection's
 * current transaction: a rollback returns the taken message to the queue.
 */
record Queue(String name) {

    static final String TABLE = """
            create table if not exists message (
                id bigint generated always as identity primary key, queue text not null, correlation text not null,
                body text not null)
            """;

    /** @param correlation identifies messages that belong together */
    record Message(String correlation, String body) {}

    void send(Connection connection, Message message) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into message (queue, correlation, body) values (?, ?, ?)")) {
            insert.setString(1, name);
            insert.setString(2, message.correlation());
            insert.setString(3, message.body());
            insert.execute();
        }
    }

    /** The oldest message that no other transaction is taking. */
    Optional<Message> take(Connection connection) throws SQLException {
        String oldest = """
                delete from message where id = (
                    select id from message where queue = ? order by id limit 1 for update skip locked)
                returning correlation, body
                """;
        try (PreparedStatement delete = connection.prepareStatement(oldest)) {
            delete.setString(1, name);
            try (ResultSet rows = delete.executeQuery()) {
                return rows.next() ? Optional.of(new Message(rows.getString(1), rows.getString(2))) : Optional.empty();
            }
        }
    }
}
