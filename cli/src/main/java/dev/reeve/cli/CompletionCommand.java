package dev.reeve.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Completion of commands and options in a shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh."
                + " Use it with: source <(reeve completion)")
final class CompletionCommand implements Runnable {

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        CommandLine reeve = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash("reeve", reeve));
        spec.commandLine().getOut().flush();
    }
}
