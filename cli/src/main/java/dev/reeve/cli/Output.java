package dev.reeve.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How results come out: for people, or for programs. */
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
     * @param text how people want it
     */
    void print(Object item, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? JsonLine.of(item) : text);
        out.flush();
    }

    /** Says something that is not data. */
    void say(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(text);
        err.flush();
    }
}
