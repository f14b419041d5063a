package dev.reeve.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the settings of a server. */
@Command(
        name = "config",
        description = {
            "Prints the settings that a server would have.",
            "As YAML, with the defaults, and with stars for secrets."
        })
final class ConfigCommand implements Callable<Integer> {

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec
    private CommandSpec spec;

    @Mixin
    private final SettingsOptions options = new SettingsOptions();

    @Override
    public Integer call() {
        options.settings(System.getenv())
                .shown()
                .forEach((name, value) -> spec.commandLine()
                        .getOut()
                        .printf(
                                "%s: \"%s\"%n",
                                name, value.replace("\\", "\\\\").replace("\"", "\\\"")));
        return 0;
    }
}
