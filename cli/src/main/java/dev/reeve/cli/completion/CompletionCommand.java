package dev.reeve.cli.completion;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Completion of commands and options in a shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options. In bash: source <(reeve completion bash)."
                + " In zsh, with a directory of fpath: reeve completion zsh > DIRECTORY/_reeve")
public final class CompletionCommand implements Runnable {

    enum Shell {
        BASH,
        ZSH
    }

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandLine.Model.CommandSpec spec;

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            description = "One of ${COMPLETION-CANDIDATES}, in lower case as well (default: ${DEFAULT-VALUE}).")
    private Shell shell = Shell.BASH;

    @Override
    public void run() {
        CommandLine reeve = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (shell) {
                    case BASH -> BashCompletion.of(reeve);
                    case ZSH -> ZshCompletion.of(reeve);
                });
        out.flush();
    }
}
