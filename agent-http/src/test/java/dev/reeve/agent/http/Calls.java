package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.Json;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.attempt.TestStep;
import dev.reeve.internal.payload.PayloadConversion;
import dev.reeve.internal.payload.UnfitPayloadException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Calls the action in tests. */
final class Calls {

    static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

    /** Knows no name, so that no test asks a name server. */
    static final Destinations.Lookup NO_NAMES = name -> {
        throw new UnknownHostException(name);
    };

    private Calls() {}

    static HttpAction action(HttpActionOptions options) {
        return action(options, NO_NAMES);
    }

    static HttpAction action(HttpActionOptions options, Destinations.Lookup lookup) {
        return HttpAction.of(options, lookup, new SslContextFactory.Client(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** An attempt of a step that calls the action. */
    static TestStep attempt(int number) {
        return TestStep.attempt(HttpAction.NAME, number);
    }

    /** A probe that calls the action. */
    static TestStep probe() {
        return TestStep.probe(HttpAction.NAME);
    }

    static Json input(Object... members) {
        Map<String, Object> input = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            input.put((String) members[i], members[i + 1]);
        }
        return Json.of(input);
    }

    /** The result as the agent would write it. */
    static Json result(HttpAction action, Json input) throws InterruptedException {
        return written(action.handle(input, attempt(1)));
    }

    static Json written(Object result) {
        try {
            return PayloadConversion.write(result, 1 << 20);
        } catch (UnfitPayloadException e) {
            throw new AssertionError(e);
        }
    }

    static StepFailure failure(HttpAction action, Json input) {
        return failure(action, input, attempt(1));
    }

    static StepFailure failure(HttpAction action, Json input, StepContext step) {
        StepFailure failure = catchThrowableOfType(StepFailure.class, () -> action.handle(input, step));
        assertThat(failure).as("a failure").isNotNull();
        return failure;
    }
}
