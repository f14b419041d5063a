package dev.reeve.agent;

import dev.reeve.model.Json;

/** An action and its handler. */
record Action<I>(String name, Class<I> input, Payloads.Reader<I> reader, Handler<I> handler) {

    static <I> Action<I> of(String name, Class<I> input, Handler<I> handler) {
        return new Action<>(name, input, Payloads.reader(input), handler);
    }

    /**
     * @throws StepFailure if the input does not fit
     */
    I bind(Json payload) {
        try {
            return reader.read(payload);
        } catch (PayloadException e) {
            throw StepFailure.permanent(
                            "INPUT_MISMATCH",
                            "the step's input does not fit %s, which action %s takes: %s"
                                    .formatted(input.getSimpleName(), name, e.message()))
                    .causedBy(e);
        }
    }
}
