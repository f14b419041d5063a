package dev.reeve.example.stage;

import java.util.List;

/** A story that exercises the features of a workflow. */
public interface Example {

    /** Its name for {@code ./reeve example}. */
    String name();

    /** One line about what it shows. */
    String title();

    /**
     * Plays the story to its end, in a few seconds.
     *
     * @return checks of the final state
     */
    List<Check> play(Stage stage) throws InterruptedException;
}
