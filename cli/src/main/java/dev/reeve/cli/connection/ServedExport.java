package dev.reeve.cli.connection;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.NotFoundException;
import dev.reeve.Reeve;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.engine.archive.ArchiveText;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.WorkflowVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Exports executions that a server shows, in the archive format. Values that the caller may not read are masked. */
final class ServedExport {

    /** Executions per page. */
    private static final int PAGE = 50;

    private final Reeve reeve;
    private final ArchiveText text;
    private final Set<WorkflowVersion> defined = new HashSet<>();

    ServedExport(Reeve reeve, OutputStream out) throws IOException {
        this.reeve = reeve;
        text = new ArchiveText(out, "an export");
    }

    long all(ExecutionQuery query) throws IOException {
        ExecutionQuery asked = query.limit(PAGE);
        List<ExecutionSummary> page = reeve.list(asked);
        while (!page.isEmpty()) {
            for (ExecutionSummary summary : page) {
                write(summary);
            }
            asked = asked.after(page.getLast());
            page = page.size() < PAGE ? List.of() : reeve.list(asked);
        }
        text.end();
        return text.executions();
    }

    long one(ExecutionSummary summary) throws IOException {
        write(summary);
        text.end();
        return text.executions();
    }

    private void write(ExecutionSummary summary) throws IOException {
        List<HistoryEntry> history;
        try {
            history = reeve.find(summary.id()).map(Execution::history).orElse(List.of());
        } catch (NotFoundException removed) {
            return;
        }
        if (!history.isEmpty()) { // else it was removed meanwhile
            define(summary);
            text.execution(row(summary), journal(summary.id(), history));
        }
    }

    private void define(ExecutionSummary summary) throws IOException {
        WorkflowVersion of = new WorkflowVersion(Groups.deployed(summary.workflow()), summary.version());
        if (defined.add(of)) {
            Optional<StoredWorkflow> known = reeve.definition(of.workflow(), of.version())
                    .map(content -> new StoredWorkflow(reeve.namespace(), of.workflow(), of.version(), content));
            if (known.isPresent()) {
                text.definition(known.get());
            }
        }
    }

    /** The archive has neither digest nor wake time. */
    private ExecutionRow row(ExecutionSummary summary) {
        return new ExecutionRow(
                summary.id(),
                reeve.namespace(),
                summary.key(),
                summary.workflow(),
                summary.version(),
                summary.status(),
                summary.priority(),
                summary.labels(),
                0,
                summary.startedAt(),
                null,
                summary.endedAt(),
                summary.error());
    }

    /** A row for each transition. */
    private static List<JournalRow> journal(ExecutionId id, List<HistoryEntry> history) {
        List<JournalRow> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            HistoryEntry entry = history.get(i);
            events.add(entry.event());
            if (i + 1 == history.size() || history.get(i + 1).seq() != entry.seq()) {
                Instant at = entry.at();
                rows.add(new JournalRow(id, entry.seq(), at, EventCodec.write(events)));
                events.clear();
            }
        }
        return rows;
    }
}
