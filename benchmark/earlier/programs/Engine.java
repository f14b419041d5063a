package dev.reeve.benchmark.earlier;

import java.util.concurrent.CompletionStage;

/** The part of Reeve that the programs use. {@code Release} implements it for each of the two releases. */
interface Engine extends AutoCloseable {

    /** The only action of the definitions. */
    String ACTION = "work";

    /** A handler: from the input of a step, as JSON, to its output. */
    @FunctionalInterface
    interface Work {
        String apply(String input) throws Exception;
    }

    void deploy(String yaml);

    /** Starts an agent for {@link #ACTION}. */
    void agent(int slots, Work work);

    /** Starts an execution and returns once it is stored. */
    void start(String workflow, String key, String input);

    /**
     * Starts an execution. The result is its last status.
     *
     * @param key empty for none
     */
    CompletionStage<String> run(String workflow, String key, String input);

    /** Reads an execution and its steps. Returns its status. */
    String read(String key);

    /** Cancels an execution and waits for its end. Returns its last status. */
    String cancel(String key);

    /** Whether a start was refused because too much is under way. */
    boolean isOverloaded(RuntimeException failure);

    @Override
    void close();
}
