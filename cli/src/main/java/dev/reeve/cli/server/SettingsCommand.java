package dev.reeve.cli.server;

import dev.reeve.cli.output.Output;
import dev.reeve.internal.server.ServerSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that needs the settings of a server. */
abstract class SettingsCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final SettingsOptions options = new SettingsOptions();

    @Override
    public final Integer call() {
        run(options.settings(System.getenv()), output);
        return 0;
    }

    abstract void run(ServerSettings settings, Output output);
}
