package dev.reeve.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
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

    /** A command on the store in this file. */
    int run(Path store, String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--store";
        all[args.length + 1] = store.toString();
        return run(all);
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
