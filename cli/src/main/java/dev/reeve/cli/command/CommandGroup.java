package dev.reeve.cli.command;

import picocli.CommandLine;

/** A command that only has other commands. */
public abstract class CommandGroup implements Runnable {

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandLine.Model.CommandSpec spec;

    @Override
    public final void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a command");
    }
}
