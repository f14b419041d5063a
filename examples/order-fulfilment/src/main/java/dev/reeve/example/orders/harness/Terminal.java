package dev.reeve.example.orders.harness;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * The demo's input and output: data on standard output, the rest on standard error.
 *
 * <p>Always UTF-8: without a locale, as in most containers, the JVM would print question marks.
 *
 * @param in what the user types
 * @param outIsTerminal whether {@code out} is a terminal
 * @param errIsTerminal whether {@code err} is a terminal
 */
record Terminal(InputStream in, PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {

    /** Without a user. */
    Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {
        this(InputStream.nullInputStream(), out, err, outIsTerminal, errIsTerminal);
    }

    static Terminal ofProcess() {
        return new Terminal(
                System.in,
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                isTerminal(1),
                isTerminal(2));
    }

    /** Asks a shell, because Java only knows about standard input and output together. False if there is no shell. */
    private static boolean isTerminal(int descriptor) {
        ProcessBuilder test = new ProcessBuilder("sh", "-c", "test -t " + descriptor)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT);
        try {
            return !"dumb".equals(System.getenv("TERM")) && test.start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isColoured() {
        return outIsTerminal && System.getenv("NO_COLOR") == null;
    }

    /** Waits until the user presses Enter, or there is no user any more. */
    void awaitEnter() throws IOException {
        int typed = in.read();
        while (typed >= 0 && typed != '\n') {
            typed = in.read();
        }
    }

    String good(String text) {
        return isColoured() ? "\u001b[32m" + text + "\u001b[0m" : text;
    }

    String bad(String text) {
        return isColoured() ? "\u001b[31m" + text + "\u001b[0m" : text;
    }
}
