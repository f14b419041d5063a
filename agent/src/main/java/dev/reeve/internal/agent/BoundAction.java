package dev.reeve.internal.agent;

import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;

/** An action and its handler. */
record BoundAction<I>(String name, Class<I> input, Payloads.Reader<I> reader, Handler<I, ?> handler) {

    static <I> BoundAction<I> of(String name, Class<I> input, Handler<I, ?> handler) {
        return new BoundAction<>(name, input, Payloads.reader(input), handler);
    }

    /**
     * @throws StepFailure if the input does not fit
     */
    I bind(Json payload) {
        try {
            return reader.read(payload);
        } catch (PayloadException e) {
            throw StepFailure.businessError(
                            "INPUT_MISMATCH",
                            "the step's input does not fit %s, which action %s takes: %s"
                                    .formatted(input.getSimpleName(), name, e.message()))
                    .causedBy(e);
        }
    }
}
