package dev.reeve.internal.engine.client.reading;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.InvalidInputException;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The executions of one namespace, read with the definitions that they were started with. */
final class StoredExecutions {

    private static final int PAGE = 100;

    private static final ExecutionStatus[] OPEN = Stream.of(ExecutionStatus.values())
            .filter(status -> !status.isTerminal())
            .toArray(ExecutionStatus[]::new);

    private final StoreReader store;
    private final StoredPlans plans;

    StoredExecutions(StoreReader store, StoredPlans plans) {
        this.store = store;
        this.plans = plans;
    }

    List<ExecutionSummary> list(ExecutionQuery query) {
        ExecutionFilter filter = Filters.of(plans.namespace(), query);
        if (filter.workflow() != null) {
            StorableText.checkCharacters("workflow", filter.workflow());
        }
        filter.labels().forEach((name, value) -> {
            StorableText.checkCharacters("label", name);
            StorableText.checkCharacters("label " + name, value);
        });
        return EngineCalls.reading(() -> store.list(filter)).stream()
                .map(this::summary)
                .toList();
    }

    ExecutionSummary summary(ExecutionRow row) {
        return Descriptions.summary(row, plans.action(row.workflow(), row.version()));
    }

    /**
     * Passes on the executions of a query that have not ended, until the consumer returns false. Reads them in pages.
     *
     * @param query without a status and a limit
     */
    void eachOpen(ExecutionQuery query, Predicate<ExecutionSummary> consumer) {
        ExecutionQuery open = query.status(OPEN).limit(PAGE);
        List<ExecutionSummary> page = list(open);
        while (page.stream().allMatch(consumer) && page.size() == PAGE) {
            page = list(open.after(page.getLast()));
        }
    }

    ExecutionRow row(ExecutionId id) {
        return EngineCalls.reading(() -> store.find(id))
                .filter(found -> found.namespace().equals(plans.namespace()))
                .orElseThrow(() -> ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "there is no execution %s; check the id, or whether it was removed after its retention"
                                .formatted(id)));
    }

    /**
     * The history of an execution in short.
     *
     * @param escalatedAt since when each of its escalated steps needs a person
     * @param knownUntil the time of the last event
     */
    record Story(ExecutionState state, Map<StepPath, Instant> escalatedAt, Instant knownUntil) {}

    /** @throws IllegalStateException if the history is damaged */
    Story story(ExecutionId id) {
        return story(row(id));
    }

    /**
     * Reads an execution from a list.
     *
     * @param unreadable collects executions whose history is damaged: one must not hide all the others (F43)
     * @return null if the execution cannot be read, or was removed meanwhile
     */
    @Nullable Story storyListed(ExecutionId id, List<ExecutionId> unreadable) {
        try {
            return story(id);
        } catch (InvalidInputException e) {
            unreadable.add(id);
            return null;
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            boolean damaged =
                    e.getCause() instanceof StoreException damage && damage.kind() == StoreException.Kind.DATA;
            if (damaged || e.code() == ErrorCode.WORKFLOW_UNKNOWN) {
                unreadable.add(id);
                return null;
            }
            throw e;
        } catch (IllegalStateException | IllegalArgumentException e) {
            unreadable.add(id);
            return null;
        }
    }

    Story story(ExecutionRow row) {
        return story(row, EngineCalls.reading(() -> store.history(row.id())));
    }

    Story story(ExecutionRow row, List<JournalRow> journal) {
        Map<StepPath, Instant> escalatedAt = new LinkedHashMap<>();
        List<HistoryEntry> history = Descriptions.history(journal);
        for (HistoryEntry entry : history) {
            if (entry.event() instanceof Event.StepEscalated escalated) {
                escalatedAt.put(escalated.step(), entry.at());
            }
        }
        return new Story(fold(row, journal), escalatedAt, history.getLast().at());
    }

    ExecutionState fold(ExecutionRow row, List<JournalRow> journal) {
        return Journal.fold(
                row.id(),
                version -> plans.stored(row.workflow(), version)
                        .orElseThrow(() -> StoredPlans.unknown(row.workflow(), version)),
                journal);
    }
}
