package dev.reeve;

import dev.reeve.internal.values.IdempotencyKeys;
import java.util.HexFormat;

/**
 * Identifies one attempt. A report counts only if its token belongs to the attempt that is open now. Late, repeated
 * and forged reports change nothing.
 *
 * @param execution the execution that the attempt belongs to
 * @param step the step, item or round
 * @param purpose the series of attempts
 * @param attempt the number of the attempt, from 1
 * @param nonce a value that cannot be guessed from the other components
 */
public record AttemptToken(ExecutionId execution, StepPath step, Purpose purpose, int attempt, long nonce) {

    /** Uses only the nonce, which is as good as random. */
    @Override
    public int hashCode() {
        return Long.hashCode(nonce);
    }

    /** Same result as the record's default. Tokens of different attempts differ in their nonces. */
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
     * The idempotency key of this attempt. It is the same for all attempts of one purpose. The key of a compensation
     * differs from the key of the forward attempts. After an operator has given the step another input, this key is
     * outdated: {@link dev.reeve.agent.StepContext#idempotencyKey()} is right in any case.
     */
    public String idempotencyKey() {
        return IdempotencyKeys.of(execution, step, purpose, 0);
    }

    /** The token as the SQL function {@code reeve.complete} takes it. */
    public String text() {
        // written for each call of a remote agent, for which a format would be slow
        return execution + "/" + purpose + "/" + attempt + "/" + HexFormat.of().toHexDigits(nonce) + "/" + step;
    }

    /**
     * Reads a token as {@link #text} writes it.
     *
     * @throws IllegalArgumentException if {@code text} is not a token
     */
    public static AttemptToken parse(String text) {
        String[] parts = text.split("/", 5);
        if (parts.length != 5) {
            throw new IllegalArgumentException("not the token of an attempt: " + text);
        }
        return new AttemptToken(
                ExecutionId.parse(parts[0]),
                StepPath.parse(parts[4]),
                Purpose.valueOf(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseUnsignedLong(parts[3], 16));
    }
}
