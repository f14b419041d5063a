package dev.reeve.internal.access;

import dev.reeve.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Keeps who did what, and who tried to. Thread-safe. (D22) */
@FunctionalInterface
public interface AccessRecord {

    /** Keeps nothing. */
    AccessRecord NONE = entry -> {};

    /** Adds an entry with the time of now. Does not fail: an entry that cannot be kept is logged. */
    void add(Entry entry);

    /**
     * A call that changed something, or that was not allowed.
     *
     * @param who the name of the caller
     * @param origin from where, such as an address; empty if it is this process
     * @param subject what it is about, such as the id of an execution, or the name of a schedule
     * @param reason the caller's reason
     * @param error why nothing was done; null if it was done
     */
    record Entry(
            String who,
            String origin,
            Operation operation,
            String namespace,
            @Nullable String subject,
            @Nullable String reason,
            @Nullable ErrorCode error) {}
}
