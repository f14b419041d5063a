package dev.reeve.benchmark;

import java.io.PrintWriter;

/** Tells on standard error what is going on; standard output belongs to the results. */
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
