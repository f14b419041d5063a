package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionStatus;

/** The numbers of statuses in the table. They are part of the store's format; new ones are added at the end. */
final class Statuses {

    private Statuses() {}

    static short code(ExecutionStatus status) {
        return switch (status) {
            case RUNNING -> 1;
            case COMPENSATING -> 2;
            case ESCALATED -> 3;
            case COMPLETED -> 4;
            case COMPENSATED -> 5;
            case CANCELLED -> 6;
            case FAILED -> 7;
            case PAUSED -> 8;
        };
    }

    static ExecutionStatus of(int code) {
        return switch (code) {
            case 1 -> ExecutionStatus.RUNNING;
            case 2 -> ExecutionStatus.COMPENSATING;
            case 3 -> ExecutionStatus.ESCALATED;
            case 4 -> ExecutionStatus.COMPLETED;
            case 5 -> ExecutionStatus.COMPENSATED;
            case 6 -> ExecutionStatus.CANCELLED;
            case 7 -> ExecutionStatus.FAILED;
            case 8 -> ExecutionStatus.PAUSED;
            default ->
                throw PostgresErrors.unusable(
                        "execution.status is %d: expected 1 to 8. Was it written by a newer release?".formatted(code));
        };
    }
}
