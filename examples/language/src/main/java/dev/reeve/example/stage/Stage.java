package dev.reeve.example.stage;

import dev.reeve.Execution;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The environment of a story. For one thread.
 *
 * @param store the file of the story's store; the story opens it
 * @param out receives the story
 * @param byHand whether the user makes the decisions
 */
public record Stage(Path store, PrintStream out, boolean byHand) {

    public void say(String text) {
        out.println("          " + text);
    }

    /** Begins the next part of the story. */
    public void chapter(String title) {
        out.println();
        out.println(title);
    }

    /** A narrator for an execution. */
    public Narrator follow(Execution execution) {
        return new Narrator(out, execution::history);
    }
}
