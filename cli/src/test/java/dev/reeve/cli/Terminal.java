package dev.reeve.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Runs commands and keeps what they said. */
public final class Terminal {

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    public int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Cli.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    /** A command on the store in this file. */
    public int run(Path store, String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--store";
        all[args.length + 1] = store.toString();
        return run(all);
    }

    public String out() {
        return out.toString();
    }

    public List<String> lines() {
        return out().lines().toList();
    }

    public String err() {
        return err.toString();
    }
}
