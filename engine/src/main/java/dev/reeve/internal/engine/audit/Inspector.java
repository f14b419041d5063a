package dev.reeve.internal.engine.audit;

import dev.reeve.ExecutionId;
import dev.reeve.Rule;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Examines one execution at a time in a store that others write to. Throws {@link StoreException} if the store does not
 * answer, and reports nothing then.
 */
final class Inspector {

    /** An execution that changes faster than it can be read is left to the next pass. */
    private static final int LOOKS_MAX = 3;

    private final StoreReader store;
    private final Versions versions;
    private final Relatives relatives;

    Inspector(StoreReader store, Versions versions) {
        this.store = store;
        this.versions = versions;
        this.relatives = new Relatives(store);
    }

    /**
     * @param suspicion null if no rule seems violated
     * @param due see {@link Examination.Result}
     */
    record Glance(@Nullable Suspicion suspicion, @Nullable Instant due) {}

    /** Rules that an execution seems to violate. The suspicion becomes a finding if a later check gives the same. */
    record Suspicion(ExecutionId execution, Set<Rule> rules) {}

    /**
     * @param row as it was a while ago
     */
    Glance glance(ExecutionRow row) {
        Examination.Result seen = unlessDamaged(() -> examine(row, store.history(row.id())));
        if (!seen.findings().isEmpty()) {
            // Mostly the execution has only moved on since its row was read.
            seen = look(row.id());
        }
        if (seen.findings().isEmpty()) {
            return new Glance(null, seen.due());
        }
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        seen.findings().forEach(finding -> rules.add(finding.rule()));
        return new Glance(new Suspicion(row.id(), rules), null);
    }

    /** Checks the execution again, and returns the violations that persist. */
    List<Breach> confirm(Suspicion suspicion) {
        List<Breach> confirmed = new ArrayList<>();
        for (Breach finding : look(suspicion.execution()).findings()) {
            if (suspicion.rules().contains(finding.rule())) {
                confirmed.add(finding);
            }
        }
        return confirmed;
    }

    /**
     * Reads the journal, the row, and the journal again, because the lane may write at the same time. If both reads of
     * the journal are equal, the row belongs to it: every event of an execution adds to its journal. The only change of
     * the row without an event is the wake time at parking, which is valid either way. The state of the relatives
     * between the two reads also belongs to it.
     */
    private Examination.Result look(ExecutionId id) {
        return unlessDamaged(() -> {
            for (int i = 0; i < LOOKS_MAX; i++) {
                List<JournalRow> journal = store.history(id);
                Optional<ExecutionRow> row = store.find(id);
                Examination.Result seen = row.isEmpty() ? Examination.Result.SOUND : examine(row.get(), journal);
                if (row.isEmpty() || End.of(journal).equals(End.of(store.history(id)))) {
                    return seen;
                }
            }
            return Examination.Result.SOUND;
        });
    }

    /** The end of a journal. Distinguishes two states of the journal without keeping all of it. */
    private record End(int size, @Nullable JournalRow last) {
        static End of(List<JournalRow> journal) {
            return new End(journal.size(), journal.isEmpty() ? null : journal.getLast());
        }
    }

    private Examination.Result examine(ExecutionRow row, List<JournalRow> journal) {
        Plan plan = versions.find(row);
        if (plan == null) {
            return Examination.Result.broken(
                    Rule.VERSION,
                    "workflow %s version %d, to which it is pinned, is not in the store or cannot be read"
                            .formatted(row.workflow(), row.version()));
        }
        Examination.Result alone = Examination.of(row, journal, versions.of(row));
        ExecutionState state = alone.state();
        return state == null ? alone : alone.and(relatives.look(state));
    }

    private static Examination.Result unlessDamaged(Supplier<Examination.Result> look) {
        try {
            return look.get();
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA) {
                throw e;
            }
            return Examination.Result.broken(Rule.HISTORY, "the store cannot read it: " + e.getMessage());
        }
    }
}
