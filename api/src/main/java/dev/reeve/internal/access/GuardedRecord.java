package dev.reeve.internal.access;

import dev.reeve.internal.document.RecordDocument;
import java.util.Optional;
import java.util.function.Predicate;

/** The record as one caller may read it: the calls of one namespace, or of all if a role holds in all. Immutable. */
public final class GuardedRecord {

    private final AccessRecord record;
    private final Gate gate;

    private GuardedRecord(AccessRecord record, Gate gate) {
        this.record = record;
        this.gate = gate;
    }

    /**
     * The record for this caller.
     *
     * @param namespace the one that is read; {@link Principal#EVERYWHERE} also reads calls whose namespace is not known
     */
    public static GuardedRecord of(Access access, AccessRecord record, Principal who, String origin, String namespace) {
        return new GuardedRecord(record, new Gate(access, record, who, origin, namespace));
    }

    /** As {@link AccessRecord#search}. */
    public Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        String namespace = gate.namespace();
        return gate.read(
                Operation.READ_RECORD,
                null,
                () -> record.search(
                        range,
                        namespace.equals(Principal.EVERYWHERE)
                                ? wanted
                                : wanted.and(call -> call.namespace().equals(namespace))));
    }
}
