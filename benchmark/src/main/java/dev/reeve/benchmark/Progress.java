package dev.reeve.benchmark;

import java.io.PrintWriter;

/** Reports progress on standard error. Standard output belongs to the results. */
final class Progress {

    private final PrintWriter target;

    Progress(PrintWriter target) {
        this.target = target;
    }

    void say(String message) {
        target.println(message);
        target.flush();
    }
}
