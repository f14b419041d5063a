package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Refusal;
import dev.reeve.spi.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Why a command changed nothing. It becomes text only at the border: for a caller, an agent or a log. */
public sealed interface Refused {

    /** The core decided that the state does not allow the command. */
    record Decided(Refusal refusal, String message) implements Refused {}

    /** The execution does not exist. */
    record NotFound(ExecutionId id) implements Refused {}

    /**
     * The execution is quarantined.
     *
     * @param cause the message of the error; null if it is for the log alone
     */
    record Quarantined(ExecutionId id, @Nullable String cause) implements Refused {

        /** Messages of the store may have its SQL and its data, so callers do not see them. */
        public static Quarantined by(ExecutionId id, RuntimeException error) {
            return new Quarantined(id, error instanceof StoreException ? null : error.getMessage());
        }
    }

    /** The execution has ended. */
    record Ended(ExecutionId id, ExecutionStatus status) implements Refused {}

    /** The version to move to is not deployed, or no longer. */
    record VersionUnknown(String message) implements Refused {}

    /** The version on which the execution is, is being removed. */
    record VersionWithdrawn(String workflow, int version) implements Refused {}

    /** A transaction of the attempt's agent has not ended, so nothing can be decided about the attempt yet. */
    record PermitHeld() implements Refused {}

    /** For people: expected, found, what to do. */
    default String message() {
        return switch (this) {
            case Decided decided -> decided.message();
            case NotFound(ExecutionId id) ->
                "there is no execution %s; check the id, or whether it was removed after its retention".formatted(id);
            case Quarantined(ExecutionId id, String cause) ->
                "execution %s cannot be read, or not decided about, and is left alone; a person must look at its journal: %s"
                        .formatted(id, cause == null ? "the log of the engine has the reason" : cause);
            case Ended(ExecutionId id, ExecutionStatus status) ->
                "execution %s has ended (%s) and takes no more commands".formatted(id, status);
            case VersionUnknown unknown -> unknown.message();
            case VersionWithdrawn(String workflow, int version) ->
                "version %d of workflow '%s', on which it is, is being undeployed at this moment; ask again"
                        .formatted(version, workflow);
            case PermitHeld held -> "the transaction of the attempt's agent has not ended; report again";
        };
    }

    /** A word for agents and logs. */
    default String reason() {
        return switch (this) {
            case Decided decided -> decided.refusal().name();
            case NotFound notFound -> "NOT_FOUND";
            case Quarantined quarantined -> "DAMAGED";
            case Ended ended -> "ENDED";
            case VersionUnknown unknown -> "WORKFLOW_UNKNOWN";
            case VersionWithdrawn withdrawn -> "VERSION_WITHDRAWN";
            case PermitHeld held -> "PERMIT_HELD";
        };
    }

    /** The error for a caller that waits for the command. */
    default ReeveException toException() {
        return ReeveException.of(code(), message());
    }

    private ErrorCode code() {
        return switch (this) {
            case Decided decided ->
                switch (decided.refusal()) {
                    case UNKNOWN_STEP, UNKNOWN_SIGNAL -> ErrorCode.NOT_FOUND;
                    case INVALID_DATA -> ErrorCode.INVALID_INPUT;
                    case STALE_ATTEMPT, ENDED, WRONG_STATE, INCOMPATIBLE, NOT_DUE, LIMIT -> ErrorCode.REFUSED;
                };
            case NotFound notFound -> ErrorCode.NOT_FOUND;
            case VersionUnknown unknown -> ErrorCode.WORKFLOW_UNKNOWN;
            case Quarantined quarantined -> ErrorCode.REFUSED;
            case Ended ended -> ErrorCode.REFUSED;
            case PermitHeld held -> ErrorCode.STORE_UNAVAILABLE;
            case VersionWithdrawn withdrawn -> ErrorCode.REFUSED;
        };
    }
}
