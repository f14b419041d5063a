package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.ReplyRow;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The batch transaction on one connection: prepares its forms, and sets their parameters. A form contains only the
 * parts of which the batch has rows. Not thread-safe.
 */
final class CommitStatements implements AutoCloseable {

    private static final int STARTED = 1;
    private static final int CHANGED = 2;
    private static final int MESSAGES = 4;
    private static final int RELEASED = 8;
    private static final int CONSUMED = 16;
    private static final int REPLIES = 32;
    private static final int PERMITS = 64;
    private static final int FORMS_COUNT = 128;

    /** Not the version of any workflow: the execution keeps its version. */
    private static final int STAYS = 0;

    private static final PostgresSql[] FORMS =
            IntStream.range(0, FORMS_COUNT).mapToObj(CommitStatements::form).toArray(PostgresSql[]::new);

    private final LaneSession session;
    private final ArrayBuffer buffer;
    private final @Nullable Form[] prepared = new Form[FORMS.length];

    CommitStatements(LaneSession session) {
        this.session = session;
        buffer = session.arrays();
    }

    private static PostgresSql form(int parts) {
        return PostgresSql.of(Stream.of(
                        "commit.fence",
                        "session.durably",
                        (parts & STARTED) != 0 ? "commit.fenced.starting" : "commit.fenced",
                        "commit.journal",
                        (parts & STARTED) != 0 ? "commit.started" : "",
                        (parts & CHANGED) != 0 ? "commit.changed" : "",
                        (parts & MESSAGES) != 0 ? "commit.messages" : "",
                        (parts & RELEASED) != 0 ? "commit.released" : "",
                        (parts & CONSUMED) != 0 ? "commit.consumed" : "",
                        (parts & REPLIES) != 0 ? "commit.replies" : "",
                        (parts & PERMITS) != 0 ? "commit.permits" : "",
                        "commit.outcome",
                        (parts & STARTED) != 0 ? "commit.outcome.started" : "",
                        "commit.outcome.journal",
                        (parts & CHANGED) != 0 ? "commit.outcome.changed" : "",
                        (parts & MESSAGES) != 0 ? "commit.outcome.messages" : "",
                        (parts & RELEASED) != 0 ? "commit.outcome.released" : "",
                        (parts & CONSUMED) != 0 ? "commit.outcome.consumed" : "",
                        (parts & PERMITS) != 0 ? "commit.outcome.permits" : "",
                        "commit.outcome.end")
                .filter(block -> !block.isEmpty())
                .toArray(String[]::new));
    }

    /** All texts that a commit can have. */
    static List<PostgresSql> forms() {
        return List.of(FORMS);
    }

    /** The statement for this batch, except for the parameters of the fence. */
    Form of(Batch batch) throws SQLException {
        int parts = (batch.started().isEmpty() ? 0 : STARTED)
                | (batch.changed().isEmpty() ? 0 : CHANGED)
                | (batch.messages().isEmpty() ? 0 : MESSAGES)
                | crossing(batch.crossing())
                | (batch.permits().isEmpty() ? 0 : PERMITS);
        Form form = prepared[parts];
        if (form == null) {
            form = new Form(FORMS[parts].names(), session.prepare(FORMS[parts]));
            prepared[parts] = form;
        }
        journal(form, batch.journal());
        if ((parts & STARTED) != 0) {
            started(form, batch.started());
        }
        if ((parts & CHANGED) != 0) {
            changed(form, batch.changed());
        }
        if ((parts & MESSAGES) != 0) {
            messages(form, batch.messages());
        }
        if (parts >= RELEASED) {
            crossing(form, parts, batch.crossing());
        }
        if ((parts & PERMITS) != 0) {
            permits(form, batch.permits());
        }
        return form;
    }

    private static int crossing(Batch.Crossing crossing) {
        return (crossing.released().isEmpty() ? 0 : RELEASED)
                | (crossing.consumed().isEmpty() ? 0 : CONSUMED)
                | (crossing.replies().isEmpty() ? 0 : REPLIES);
    }

    ResultSet rows(PreparedStatement statement) throws SQLException {
        return session.rows(statement);
    }

    @Override
    public void close() throws SQLException {
        for (Form form : prepared) {
            if (form != null) {
                form.statement().close();
            }
        }
    }

    /** A prepared form. Its parameters are set in the order of the text, or by name. */
    record Form(List<String> names, PreparedStatement statement) {

        void set(String name, @Nullable Object value) throws SQLException {
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).equals(name)) {
                    statement.setObject(i + 1, value);
                }
            }
        }

        void set(String name, Array value) throws SQLException {
            statement.setArray(names.indexOf(name) + 1, value);
        }
    }

    private void journal(Form form, List<JournalRow> rows) throws SQLException {
        column(
                form,
                "journal_shard",
                buffer.smallints(),
                rows,
                row -> buffer.add((short) row.id().shard()));
        column(form, "journal_execution", buffer.uuids(), rows, row -> buffer.add(row.id()));
        column(form, "journal_seq", buffer.integers(), rows, row -> buffer.add(row.seq()));
        column(form, "journal_at", buffer.times(), rows, row -> buffer.add(row.at()));
        column(form, "journal_events", buffer.jsons(), rows, row -> buffer.add(row.events()));
        form.set("journal_count", (long) rows.size());
    }

    private void started(Form form, List<ExecutionRow> rows) throws SQLException {
        column(
                form,
                "started_shard",
                buffer.smallints(),
                rows,
                row -> buffer.add((short) row.id().shard()));
        column(form, "started_id", buffer.uuids(), rows, row -> buffer.add(row.id()));
        column(form, "started_namespace", buffer.texts(), rows, row -> buffer.add(row.namespace()));
        column(form, "started_key", buffer.texts(), rows, row -> buffer.add(row.key()));
        column(form, "started_workflow", buffer.texts(), rows, row -> buffer.add(row.workflow()));
        column(form, "started_version", buffer.integers(), rows, row -> buffer.add(row.version()));
        column(form, "started_status", buffer.smallints(), rows, row -> buffer.add(Statuses.code(row.status())));
        column(form, "started_priority", buffer.integers(), rows, row -> buffer.add(row.priority()));
        column(form, "started_labels", buffer.jsonbs(), rows, row -> buffer.addJsonb(LabelColumn.write(row.labels())));
        column(form, "started_digest", buffer.bigints(), rows, row -> buffer.add(row.digest()));
        column(form, "started_started_at", buffer.times(), rows, row -> buffer.add(row.startedAt()));
        column(form, "started_wake_at", buffer.times(), rows, row -> buffer.add(row.wakeAt()));
        column(form, "started_ended_at", buffer.times(), rows, row -> buffer.add(row.endedAt()));
        column(form, "started_error", buffer.texts(), rows, row -> buffer.add(row.error()));
        form.set("started_count", (long) rows.size());
        form.set("keyed", rows.stream().anyMatch(row -> row.key() != null));
    }

    private void changed(Form form, List<ExecutionChange> rows) throws SQLException {
        column(
                form,
                "changed_shard",
                buffer.smallints(),
                rows,
                row -> buffer.add((short) row.id().shard()));
        column(form, "changed_id", buffer.uuids(), rows, row -> buffer.add(row.id()));
        column(form, "changed_status", buffer.smallints(), rows, row -> buffer.add(Statuses.code(row.status())));
        column(form, "changed_wake_at", buffer.times(), rows, row -> buffer.add(row.wakeAt()));
        column(form, "changed_ended_at", buffer.times(), rows, row -> buffer.add(row.endedAt()));
        column(form, "changed_error", buffer.texts(), rows, row -> buffer.add(row.error()));
        column(form, "changed_version", buffer.integers(), rows, row -> buffer.add(row.versionAfter(STAYS)));
        form.set("changed_count", (long) rows.size());
    }

    private void messages(Form form, List<OutboxRow> rows) throws SQLException {
        column(
                form,
                "message_shard",
                buffer.smallints(),
                rows,
                row -> buffer.add((short) row.execution().shard()));
        column(form, "message_execution", buffer.uuids(), rows, row -> buffer.add(row.execution()));
        column(form, "message_number", buffer.integers(), rows, row -> buffer.add(row.number()));
        column(form, "message_at", buffer.times(), rows, row -> buffer.add(row.at()));
        column(form, "message_receiver", buffer.texts(), rows, row -> buffer.add(row.receiver()));
        column(form, "message_reply_to", buffer.texts(), rows, row -> buffer.add(row.replyTo()));
        column(form, "message_correlation_id", buffer.texts(), rows, row -> buffer.add(row.correlationId()));
        column(form, "message_type", buffer.texts(), rows, row -> buffer.add(row.type()));
        column(form, "message_data", buffer.jsons(), rows, row -> buffer.add(row.data()));
        form.set("message_count", (long) rows.size());
    }

    private void crossing(Form form, int parts, Batch.Crossing crossing) throws SQLException {
        if ((parts & RELEASED) != 0) {
            List<Integer> shards = crossing.released().stream().boxed().toList();
            column(form, "released", buffer.smallints(), shards, shard -> buffer.add(shard.shortValue()));
            form.set("released_count", (long) shards.size());
        }
        if ((parts & CONSUMED) != 0) {
            List<InboxKey> keys = crossing.consumed();
            column(form, "consumed_shard", buffer.smallints(), keys, key -> buffer.add((short) key.shard()));
            column(form, "consumed_number", buffer.bigints(), keys, key -> buffer.add(key.number()));
            column(form, "consumed_execution", buffer.uuids(), keys, key -> buffer.add(key.execution()));
            column(form, "consumed_at", buffer.times(), keys, key -> buffer.add(key.at()));
            form.set("consumed_count", (long) keys.size());
        }
        if ((parts & REPLIES) != 0) {
            List<ReplyRow> replies = crossing.replies();
            column(form, "reply_node", buffer.texts(), replies, reply -> buffer.add(reply.node()));
            column(form, "reply_request", buffer.bigints(), replies, reply -> buffer.add(reply.request()));
            column(form, "reply_content", buffer.jsons(), replies, reply -> buffer.add(reply.content()));
        }
    }

    private void permits(Form form, Batch.Permits permits) throws SQLException {
        column(form, "granted", buffer.texts(), permits.granted(), token -> buffer.add(token.text()));
        form.set("granted_count", (long) permits.granted().size());
        column(form, "settled", buffer.texts(), permits.settled(), token -> buffer.add(token.text()));
    }

    /** @param begun the buffer, prepared for the element type */
    private static <T> void column(Form form, String name, ArrayBuffer begun, List<T> rows, Consumer<T> add)
            throws SQLException {
        for (T row : rows) {
            add.accept(row);
        }
        form.set(name, begun.build());
    }
}
