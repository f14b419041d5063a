package dev.reeve.test;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of fault that can happen at one point of a run. */
enum FaultKind {
    ENGINE_DIES_BEFORE_COMMIT(null, "the process dies before commit %s is in the store"),
    ENGINE_DIES_AFTER_COMMIT(null, "the process dies when commit %s is in the store and nothing has followed from it"),
    COMMIT_ANSWER_LOST(null, "commit %s is in the store, and the engine hears of an error"),
    STORE_AWAY(null, "from commit %s on the store is away for a minute"),
    /** Not a technical fault; injected only on request ({@link FailureModes#withCancels}). */
    CANCELLED(null, "an operator cancels the execution while commit %s is under way"),
    REQUEST_LOST(Mishap.REQUEST_LOST, "the request of %s does not arrive"),
    ENGINE_DIES_BEFORE_CALL(Mishap.PROCESS_DIES_BEFORE, "the process dies just before the service is called for %s"),
    ENGINE_DIES_AFTER_CALL(Mishap.PROCESS_DIES_AFTER, "the process dies after the service was called for %s"),
    AGENT_DIES_BEFORE_CALL(Mishap.AGENT_DIES_BEFORE, "the agent dies just before it calls the service for %s"),
    AGENT_DIES_AFTER_CALL(Mishap.AGENT_DIES_AFTER, "the agent dies after it called the service for %s"),
    UNAVAILABLE(Mishap.UNAVAILABLE, "the service cannot be reached for %s"),
    UNAVAILABLE_FOR_EVER(Mishap.UNAVAILABLE, "from %s on the service cannot be reached any more"),
    CONNECTION_BREAKS(Mishap.BREAKS_AFTER, "the service is called for %s, and the connection breaks before its answer"),
    REFUSED(Mishap.REFUSED, "the service refuses %s (business failure)"),
    /** With a code that the definition names. */
    REFUSED_WITH(Mishap.REFUSED, "from %s on the service refuses"),
    HANGS(Mishap.HANGS, "nothing is done for %s, and nothing is heard"),
    REPORT_LOST(Mishap.SILENT, "the service is called for %s, and nothing is heard of it"),
    REPORT_LATE(Mishap.REPORT_LATE, "the report of %s comes when the attempt does not count any more"),
    REPORT_TWICE(Mishap.REPORT_TWICE, "the report of %s comes twice");

    private final @Nullable Mishap mishap;
    private final String words;

    FaultKind(@Nullable Mishap mishap, String words) {
        this.mishap = mishap;
        this.words = words;
    }

    /** The fault of the attempt; null if the fault is one of a commit. */
    @Nullable Mishap mishap() {
        return mishap;
    }

    String words(String point) {
        return words.formatted(point);
    }

    /** The name in a plan. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static FaultKind parse(String code) {
        for (FaultKind kind : values()) {
            if (kind.code().equals(code)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("there is no fault named '%s'".formatted(code));
    }
}
