package dev.reeve.internal.store;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Permit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The permits of a {@link ModelStore}, and the agents' transactions that use them. */
public final class ModelPermits {

    /** The transaction of an agent that has stored an output and has not ended. */
    public static final class AgentTransaction {

        private final Row row;
        private final Json output;

        private AgentTransaction(Row row, Json output) {
            this.row = row;
            this.output = output;
        }

        public void commit() {
            row.output = output;
            row.locked = false;
        }

        public void rollBack() {
            row.locked = false;
        }
    }

    private static final class Row {

        private final AttemptToken token;
        private @Nullable Json output;
        private boolean locked;

        private Row(AttemptToken token) {
            this.token = token;
        }
    }

    private final NavigableMap<String, Row> rows = new TreeMap<>();

    ModelPermits() {}

    /**
     * Stores an output in a transaction of an agent.
     *
     * @return null if the attempt has no permit any more, or its output is stored already
     */
    public @Nullable AgentTransaction complete(AttemptToken token, Json output) {
        Row row = rows.get(token.text());
        if (row == null || row.locked || row.output != null) {
            return null;
        }
        row.locked = true;
        return new AgentTransaction(row, output);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The attempts with a permit or a stored output. */
    public List<AttemptToken> tokens() {
        return page("", Integer.MAX_VALUE);
    }

    /** The tokens after this text, in the order of their texts. */
    List<AttemptToken> page(String after, int limit) {
        return rows.tailMap(after, false).values().stream()
                .limit(limit)
                .map(row -> row.token)
                .toList();
    }

    Map<AttemptToken, Permit> revoke(List<AttemptToken> tokens) {
        Map<AttemptToken, Permit> found = new LinkedHashMap<>();
        for (AttemptToken token : tokens) {
            Row row = rows.get(token.text());
            if (row != null && row.locked) {
                found.put(token, Permit.HELD);
            } else if (row != null && row.output != null) {
                found.put(token, new Permit.Used(row.output));
            } else {
                rows.remove(token.text());
                found.put(token, Permit.REVOKED);
            }
        }
        return found;
    }

    void write(Batch.Permits permits) {
        permits.granted().forEach(token -> rows.put(token.text(), new Row(token)));
        permits.settled().forEach(token -> rows.remove(token.text()));
    }

    /** Captures what the batch is about to change. The result restores it. */
    Runnable before(Batch.Permits permits) {
        List<Row> settled = new ArrayList<>();
        for (AttemptToken token : permits.settled()) {
            Row row = rows.get(token.text());
            if (row != null) {
                settled.add(row);
            }
        }
        return () -> {
            permits.granted().forEach(token -> rows.remove(token.text()));
            settled.forEach(row -> rows.put(row.token.text(), row));
        };
    }
}
