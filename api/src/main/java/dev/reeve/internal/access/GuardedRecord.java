package dev.reeve.internal.access;

import dev.reeve.internal.document.RecordDocument;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
        return gate.read(Operation.READ_RECORD, null, () -> found(range, wanted));
    }

    private Optional<RecordDocument> found(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        String namespace = gate.namespace();
        if (namespace.equals(Principal.EVERYWHERE)) {
            return record.search(range, wanted);
        }
        return record.search(range, wanted.and(call -> call.namespace().equals(namespace)))
                .map(page -> new RecordDocument(page.calls(), page.next(), rounded(page, range)));
    }

    /** The exact time is that of a call of any namespace. It is rounded up to what the caller knows, or to the hour. */
    private static @Nullable Instant rounded(RecordDocument page, RecordRange range) {
        Instant back = page.back();
        if (back == null) {
            return null;
        }
        Instant hour = back.truncatedTo(ChronoUnit.HOURS);
        Instant rounded = hour.equals(back) ? hour : hour.plus(Duration.ofHours(1));
        if (range.before().isBefore(rounded)) {
            rounded = range.before();
        }
        List<RecordDocument.Call> calls = page.calls();
        return calls.isEmpty() || rounded.isBefore(calls.getLast().at())
                ? rounded
                : calls.getLast().at();
    }
}
