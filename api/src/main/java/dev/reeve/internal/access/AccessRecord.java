package dev.reeve.internal.access;

import dev.reeve.ErrorCode;
import dev.reeve.internal.document.RecordDocument;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps who did what, and who tried to. Thread-safe. (D22) */
@FunctionalInterface
public interface AccessRecord {

    /** Keeps nothing. */
    AccessRecord NONE = entry -> {};

    /** Adds an entry with the time of now. Does not fail: an entry that cannot be kept is logged. */
    void add(Entry entry);

    /**
     * Searches the record, the newest calls first. The work for one page is bounded, so a page may have few calls, or
     * none, and still a next one.
     *
     * @return empty if this record cannot be searched
     * @throws dev.reeve.InvalidInputException if the cursor is none of this record
     */
    default Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        return Optional.empty();
    }

    /**
     * A call that changed something, or that was not allowed.
     *
     * @param who the name of the caller
     * @param origin from where, such as an address; empty if it is this process
     * @param subject what it is about
     * @param reason the caller's reason
     * @param error why nothing was done; null if it was done
     */
    record Entry(
            String who,
            String origin,
            Operation operation,
            String namespace,
            @Nullable Subject subject,
            @Nullable String reason,
            @Nullable ErrorCode error) {}
}
