package dev.reeve.cli.output;

import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ErrorDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints results as text or JSON. */
public final class Output {

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "Prints one JSON document, on one line; on an error, {\"error\":…}.")
    private boolean json;

    /**
     * Prints the result of the command.
     *
     * @param text the document as text
     */
    public void print(Document document, String text) {
        print(document, Stream.of(text));
    }

    /**
     * Prints the result of the command.
     *
     * @param lines the document as text
     */
    public void print(Document document, Stream<String> lines) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(DocumentWriter.write(document));
        } else {
            lines.forEach(out::println);
        }
        out.flush();
    }

    public boolean isJson() {
        return json;
    }

    /** Prints an error in place of a result, for programs only. */
    public void fail(ErrorDocument error) {
        print(error, Stream.empty());
    }

    /** For data that is already lines of UTF-8. Writing fails once the reader has closed the pipe. */
    public OutputStream bytes() {
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
    public void say(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(text);
        err.flush();
    }
}
