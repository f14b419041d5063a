package dev.reeve.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs commands and keeps what they said. */
final class Terminal {

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Cli.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    String out() {
        return out.toString();
    }

    List<String> lines() {
        return out().lines().toList();
    }

    String err() {
        return err.toString();
    }
}
