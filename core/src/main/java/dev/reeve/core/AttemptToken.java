package dev.reeve.core;

/**
 * Names one attempt. A report counts only if its token is that of the attempt that is open now, so late, repeated and
 * forged reports change nothing.
 *
 * @param execution whose attempt it is
 * @param step which step, item or round
 * @param purpose which series of attempts
 * @param attempt from 1
 * @param nonce cannot be guessed from the rest
 */
public record AttemptToken(ExecutionId execution, StepPath step, Purpose purpose, int attempt, long nonce) {

    /** The nonce alone is as good as random. */
    @Override
    public int hashCode() {
        return Long.hashCode(nonce);
    }

    /** As the record's own; tokens of different attempts differ in their nonces. */
    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof AttemptToken token
                && nonce == token.nonce
                && attempt == token.attempt
                && purpose == token.purpose
                && execution.equals(token.execution)
                && step.equals(token.step);
    }

    /**
     * The same for all attempts of one purpose; a compensation's differs from the forward one's (A2). After an operator has given
     * the step another input it is not this one any more: {@link Work#idempotencyKey()} is right in any case.
     */
    public String idempotencyKey() {
        return idempotencyKey(execution, step, purpose, 0);
    }

    static String idempotencyKey(ExecutionId execution, StepPath step, Purpose purpose, int edition) {
        String key = purpose == Purpose.COMPENSATION ? execution + "/" + step + "/undo" : execution + "/" + step;
        return edition == 0 ? key : key + "#" + (edition + 1);
    }
}
