package dev.reeve.internal.engine.scheduler.admission;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.runtime.HeldBytes;

/** Refusals of work beyond a limit (R46). */
public final class Overload {

    private Overload() {}

    public static ReeveException active(int active, int lane) {
        return ReeveException.of(
                ErrorCode.OVERLOADED,
                "%d executions are in flight in lane %d, which is the limit; nothing was started: try again when some have ended, or add agents"
                        .formatted(active, lane));
    }

    public static ReeveException questions(int waiting) {
        return ReeveException.of(
                ErrorCode.OVERLOADED,
                "%d messages wait in the lane, which is the limit; nothing was changed: try again in a second"
                        .formatted(waiting));
    }

    public static ReeveException bytes(HeldBytes held) {
        return ReeveException.of(
                ErrorCode.OVERLOADED,
                "executions and messages hold %d of %d bytes of memory, and this one does not fit; nothing was stored: try again when some have ended, add agents, or give the process more heap"
                        .formatted(held.held(), held.max()));
    }

    public static ReeveException waiting(int waiting) {
        return ReeveException.of(
                ErrorCode.OVERLOADED,
                "%d starts wait to be stored, which is the limit; nothing was started: try again in a second"
                        .formatted(waiting));
    }
}
