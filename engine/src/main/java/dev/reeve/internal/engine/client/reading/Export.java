package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionQuery;
import dev.reeve.internal.engine.archive.ArchiveText;
import dev.reeve.internal.engine.archive.Histories;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.WorkflowVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Exports executions in the archive format. */
final class Export {

    /** Executions per page. */
    private static final int PAGE = 50;

    private final StoreReader store;
    private final String namespace;
    private final Definitions definitions;
    private final ArchiveText text;
    private final Set<WorkflowVersion> defined = new HashSet<>();

    Export(StoreReader store, String namespace, Definitions definitions, OutputStream out) throws IOException {
        this.store = store;
        this.namespace = namespace;
        this.definitions = definitions;
        text = new ArchiveText(out, "an export");
    }

    long all(ExecutionQuery query) throws IOException {
        ExecutionFilter filter = Filters.of(namespace, query.limit(PAGE));
        List<ExecutionRow> page;
        do {
            ExecutionFilter asked = filter;
            page = EngineCalls.reading(() -> store.list(asked));
            write(page);
            filter = page.isEmpty() ? filter : filter.from(page.getLast().position());
        } while (page.size() == PAGE);
        text.end();
        return text.executions();
    }

    long one(ExecutionRow row) throws IOException {
        write(List.of(row));
        text.end();
        return text.executions();
    }

    private void write(List<ExecutionRow> page) throws IOException {
        try {
            Histories.forEach(store, page, this::write);
        } catch (StoreException e) {
            throw EngineCalls.translated(e);
        }
    }

    private void write(ExecutionRow row, List<JournalRow> journal) throws IOException {
        if (!journal.isEmpty()) { // else it was removed meanwhile
            define(row);
            text.execution(row, journal);
        }
    }

    private void define(ExecutionRow row) throws IOException {
        WorkflowVersion of = new WorkflowVersion(Groups.deployed(row.workflow()), row.version());
        if (defined.add(of)) {
            StoredWorkflow known = EngineCalls.reading(
                            () -> definitions.stored(row.namespace(), of.workflow(), of.version()))
                    .map(plan -> new StoredWorkflow(
                            row.namespace(),
                            of.workflow(),
                            of.version(),
                            plan.workflow().toJson()))
                    .orElse(null);
            if (known != null) {
                text.definition(known);
            }
        }
    }
}
