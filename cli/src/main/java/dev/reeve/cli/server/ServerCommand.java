package dev.reeve.cli.server;

import dev.reeve.cli.output.Output;
import dev.reeve.internal.server.ServerSettings;
import picocli.CommandLine.Command;

/** Runs a server. */
@Command(
        name = "server",
        description = {
            "Runs an engine and its HTTP API.",
            "Listens on 127.0.0.1 unless told otherwise. Callers need keys: see reeve key.",
            "The first start makes a key of an administrator, in the file admin.key, which only its owner can read.",
            "The settings are those of reeve.yaml, of the environment and of --set; reeve config prints them."
        })
public final class ServerCommand extends SettingsCommand {

    @Override
    void run(ServerSettings settings, Output output) {
        try (LiveServer live = LiveServer.open(settings)) {
            live.server()
                    .adminKey()
                    .ifPresent(file -> output.say("the key of the administrator is in %s".formatted(file)));
            output.say("Reeve listens on %s".formatted(live.server().address()));
            live.serve();
        }
    }
}
