package dev.reeve.benchmark.process;

import java.io.PrintWriter;

/** Reports progress on standard error. Standard output belongs to the results. */
public final class Progress {

    private final PrintWriter target;

    public Progress(PrintWriter target) {
        this.target = target;
    }

    public void say(String message) {
        target.println(message);
        target.flush();
    }
}
