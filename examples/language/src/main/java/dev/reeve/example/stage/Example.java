package dev.reeve.example.stage;

import java.util.List;

/** A story in which a workflow meets everything that it was written for. */
public interface Example {

    /** What {@code ./reeve example} calls it. */
    String name();

    /** In a line, what it shows. */
    String title();

    /**
     * Plays it to its end, in a few seconds.
     *
     * @return whether the world is as it must be after all that has happened
     */
    List<Check> play(Stage stage) throws InterruptedException;
}
