package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.UnusableDatabaseException;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Observes a cluster from outside, in the tables of its store. For one thread. */
public final class ClusterWatch implements AutoCloseable {

    static final int SHARDS = 256;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(20);

    /** The shards that have an owner, with the name of that node. */
    public record Owners(Map<Integer, String> names) {

        Set<Integer> of(String name) {
            Set<Integer> shards = new HashSet<>();
            names.forEach((shard, owner) -> {
                if (owner.equals(name)) {
                    shards.add(shard);
                }
            });
            return shards;
        }

        /** The number of shards of each node. */
        public Map<String, Integer> counts() {
            Map<String, Integer> counts = new TreeMap<>();
            names.values().forEach(name -> counts.merge(name, 1, Integer::sum));
            return counts;
        }

        /** Whether every shard has an owner, and each of these nodes owns some. */
        public boolean areComplete(List<String> nodes) {
            return names.size() == SHARDS && new HashSet<>(names.values()).equals(new HashSet<>(nodes));
        }
    }

    /** A question to the database. */
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    private final PostgresDatabase database;
    private @Nullable Connection connection;

    public ClusterWatch(PostgresDatabase database) {
        this.database = database;
    }

    private <T> T ask(String what, Question<T> question) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                if (connection == null) {
                    connection = database.connect();
                }
                return question.ask(connection);
            } catch (SQLException e) {
                String state = e.getSQLState();
                boolean broken = state == null || state.startsWith("08") || state.startsWith("57");
                if (!broken || System.nanoTime() - giveUp > 0) {
                    throw new UnusableDatabaseException(what, e);
                }
                close(); // the server may have been started again
                Pause.of(LOOK);
            }
        }
    }

    Owners owners() {
        return ask("the owners of the shards", open -> {
            Map<Integer, String> names = new HashMap<>();
            try (PreparedStatement statement =
                            open.prepareStatement("select shard, name from reeve.shard join reeve.node using (node)");
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.put(rows.getInt(1), rows.getString(2));
                }
            }
            return new Owners(names);
        });
    }

    /** The node that runs under this name now: it has another identity after each start. */
    String identity(String name) {
        List<String> nodes = texts("select node from reeve.node where name = ? order by joined_at desc limit 1", name);
        CheckFailedException.check(!nodes.isEmpty(), () -> name + " is not registered");
        return nodes.getFirst();
    }

    /** The identities of all nodes, by name. */
    Map<String, String> identities() {
        Map<String, String> identities = new HashMap<>();
        // oldest first, so that the newest of a name wins
        for (String row : texts("select name || ' ' || node from reeve.node order by joined_at")) {
            String[] words = row.split(" ", -1);
            identities.put(words[0], words[1]);
        }
        return identities;
    }

    /** Number of batches of all lanes, by the name of the node. */
    Map<String, Long> batches() {
        Map<String, Long> batches = new HashMap<>();
        for (String row :
                texts("select name || ' ' || sum(batch) from reeve.lane join reeve.node using (node) group by name")) {
            String[] words = row.split(" ", -1);
            batches.put(words[0], Long.valueOf(words[1]));
        }
        return batches;
    }

    /** Shards of this identity. */
    long owned(String identity) {
        return Long.parseLong(texts("select count(*) from reeve.shard where node = ?", identity)
                .getFirst());
    }

    /** The first column, as text. */
    public List<String> texts(String sql, String... parameters) {
        return ask(sql, open -> {
            List<String> found = new ArrayList<>();
            try (PreparedStatement statement = open.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setString(i + 1, parameters[i]);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(String.valueOf(rows.getString(1)));
                    }
                }
            }
            return found;
        });
    }

    /** Milliseconds until the first execution in these shards moved on after a time; NaN if none did. */
    double firstMove(Set<Integer> shards, long afterMillis) {
        return ask("moves of executions", open -> {
            try (PreparedStatement statement =
                    open.prepareStatement("select min(at) from reeve.journal where shard = any (?) and at > ?")) {
                statement.setArray(1, open.createArrayOf("int2", shards.toArray()));
                statement.setTimestamp(2, new Timestamp(afterMillis));
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    Timestamp first = rows.getTimestamp(1);
                    return first == null ? Double.NaN : first.getTime() - afterMillis;
                }
            }
        });
    }

    /** Waits until the owners of the shards are like this. */
    public void await(String what, Predicate<Owners> condition) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        for (Owners owners = owners(); !condition.test(owners); owners = owners()) {
            Owners last = owners;
            CheckFailedException.check(
                    System.nanoTime() - giveUp < 0,
                    () -> "not within %s: %s; the owners are %s".formatted(PATIENCE, what, last.counts()));
            Pause.of(LOOK);
        }
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // it is of no use any more
        }
        connection = null;
    }
}
