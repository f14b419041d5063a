package dev.reeve.cli.server;

import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.SettingsDocument;
import dev.reeve.internal.server.ServerSettings;
import java.util.Map;
import picocli.CommandLine.Command;

/** Prints the settings of a server. */
@Command(
        name = "config",
        description = {
            "Prints the settings that a server would have.",
            "As YAML, with the defaults, and with stars for secrets.",
            "Settings that are not safe, or not known, are errors or warnings."
        })
public final class ConfigCommand extends SettingsCommand {

    @Override
    void run(ServerSettings settings, Output output) {
        settings.warnings().forEach(warning -> output.say("warning: " + warning));
        Map<String, String> shown = settings.shown();
        output.print(
                new SettingsDocument(shown),
                shown.entrySet().stream().map(setting -> yaml(setting.getKey(), setting.getValue())));
    }

    private static String yaml(String name, String value) {
        return "%s: \"%s\"".formatted(name, value.replace("\\", "\\\\").replace("\"", "\\\""));
    }
}
