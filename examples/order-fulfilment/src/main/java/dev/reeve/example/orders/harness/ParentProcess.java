package dev.reeve.example.orders.harness;

import java.io.IOException;

/** The process that started this one. */
final class ParentProcess {

    /** The exit code of a process whose parent has died. */
    static final int GONE = 3;

    private ParentProcess() {}

    /** Ends this process if its parent has died: the pipe to its standard input then breaks. */
    static void endWithIt() {
        Thread.ofPlatform().daemon().name("parent").start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // nothing is ever sent
                }
            } catch (IOException e) {
                System.err.println("lost the parent process: " + e);
            }
            Runtime.getRuntime().halt(GONE);
        });
    }
}
