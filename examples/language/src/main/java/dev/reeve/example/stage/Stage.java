package dev.reeve.example.stage;

import dev.reeve.engine.client.Execution;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Where a story is told. For one thread.
 *
 * @param store the file of its store, for the story to open
 * @param out where it is told
 * @param byHand whether what a person decides is left to whoever watches
 */
public record Stage(Path store, PrintStream out, boolean byHand) {

    public void say(String text) {
        out.println("          " + text);
    }

    /** What comes next is another part of the story. */
    public void chapter(String title) {
        out.println();
        out.println(title);
    }

    /** Whoever tells what happens to an execution. */
    public Narrator follow(Execution execution) {
        return new Narrator(out, execution::history);
    }
}
