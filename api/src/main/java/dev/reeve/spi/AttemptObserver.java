package dev.reeve.spi;

import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Surrounds the attempts of an agent; for traces and metrics of what handlers do. Thread-safe, since handlers run
 * concurrently.
 */
public interface AttemptObserver {

    /** The call of a handler. */
    interface Attempt {

        /**
         * Calls the handler.
         *
         * @return the result of the handler
         * @throws Exception the failure of the handler
         */
        @Nullable Object run() throws Exception;
    }

    /**
     * Surrounds one attempt. An exception of the observer itself counts as a failure of the attempt.
     *
     * @param step the attempt
     * @param attempt to be run exactly once, on the calling thread
     * @return the result of the attempt
     * @throws Exception the failure of the attempt
     */
    @Nullable Object around(StepContext step, Attempt attempt) throws Exception;

    /** A handler that is surrounded by this observer. */
    default <I> Handler<I, Object> observed(Handler<I, ?> handler) {
        return (input, step) -> around(step, () -> handler.handle(input, step));
    }
}
