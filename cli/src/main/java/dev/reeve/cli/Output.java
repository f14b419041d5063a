package dev.reeve.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints results as text or JSON. */
final class Output {

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "One line of JSON for each record.")
    private boolean json;

    boolean isJson() {
        return json;
    }

    /**
     * Prints one record.
     *
     * @param text the record as text
     */
    void print(Object item, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? JsonLine.of(item) : text);
        out.flush();
    }

    /** For data that is already lines of UTF-8. Writing fails once the reader has closed the pipe. */
    OutputStream bytes() {
        PrintWriter out = spec.commandLine().getOut();
        return new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();

            @Override
            public void write(int b) throws IOException {
                line.write(b);
                if (b == '\n') {
                    flush();
                }
            }

            @Override
            public void flush() throws IOException {
                out.print(line.toString(StandardCharsets.UTF_8));
                line.reset();
                if (out.checkError()) {
                    throw new IOException("standard output is closed");
                }
            }
        };
    }

    /** Prints a message that is not data. */
    void say(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(text);
        err.flush();
    }
}
