package dev.reeve.conformance;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.agent.protocol.Seal;
import java.util.UUID;

/** A request for one attempt. */
record Work(
        AttemptToken attempt, String action, String input, long remainingMillis, long heartbeatMillis, String more) {

    private static final Seal SEAL = new Seal(new byte[] {1}, "default", "conformance");

    static final long MINUTE = 60_000;

    /** The first attempt of a step of its own. */
    static Work of(int number, String action, String input) {
        AttemptToken token = new AttemptToken(
                new ExecutionId(new UUID(0x0190_0000_0000_7000L, number)),
                StepPath.of("step"),
                Purpose.FORWARD,
                1,
                1_000_003L * number);
        return new Work(token, action, input, MINUTE, 0, "");
    }

    String token() {
        return SEAL.text(attempt);
    }

    String key() {
        return attempt.idempotencyKey();
    }

    Work remaining(long millis) {
        return new Work(attempt, action, input, millis, heartbeatMillis, more);
    }

    Work heartbeat(long millis) {
        return new Work(attempt, action, input, remainingMillis, millis, more);
    }

    Work with(String member) {
        return new Work(attempt, action, input, remainingMillis, heartbeatMillis, more + "," + member);
    }

    /** The next attempt of the same step. */
    Work again(String otherAction) {
        AttemptToken next = new AttemptToken(
                attempt.execution(), attempt.step(), attempt.purpose(), attempt.attempt() + 1, attempt.nonce() + 1);
        return new Work(next, otherAction, input, remainingMillis, heartbeatMillis, more);
    }

    String json() {
        return ("{\"token\":\"%s\",\"idempotencyKey\":\"%s\",\"execution\":\"%s\",\"step\":\"%s\",\"purpose\":\"%s\","
                        + "\"attempt\":%d,\"workflow\":\"conformance\",\"action\":\"%s\",\"remainingMillis\":%d,%s"
                        + "\"input\":%s%s}")
                .formatted(
                        token(),
                        key(),
                        attempt.execution(),
                        attempt.step(),
                        attempt.purpose(),
                        attempt.attempt(),
                        action,
                        remainingMillis,
                        heartbeatMillis == 0 ? "" : "\"heartbeatMillis\":" + heartbeatMillis + ",",
                        input,
                        more);
    }
}
