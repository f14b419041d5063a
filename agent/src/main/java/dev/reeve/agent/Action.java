package dev.reeve.agent;

import dev.reeve.model.Json;
import tools.jackson.databind.ObjectReader;

/** An action and what performs it. */
record Action<I>(String name, Class<I> input, ObjectReader reader, Handler<I> handler) {

    static <I> Action<I> of(String name, Class<I> input, Handler<I> handler) {
        return new Action<>(name, input, Payloads.reader(input), handler);
    }

    /**
     * @throws StepFailure if the input does not fit
     */
    I bind(Json payload) {
        try {
            return Payloads.read(payload, input, reader);
        } catch (PayloadException e) {
            throw StepFailure.permanent(
                            "INPUT_MISMATCH",
                            "the step's input does not fit %s, which action %s takes: %s"
                                    .formatted(input.getSimpleName(), name, e.message()))
                    .causedBy(e);
        }
    }
}
