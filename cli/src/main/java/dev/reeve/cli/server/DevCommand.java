package dev.reeve.cli.server;

import dev.reeve.cli.output.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs everything in one process, for development. */
@Command(
        name = "dev",
        description = {
            "Runs an engine, its HTTP API and the console, for development.",
            "On SQLite, on 127.0.0.1 only, and without keys: every program of this machine may do everything.",
            "With --watch it deploys the definitions of a directory, and each one again that changes."
        })
public final class DevCommand implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port; 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the store and the record are (default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("reeve-data");

    @Option(names = "--watch", paramLabel = "DIR", description = "Deploys the definitions of this directory.")
    private @Nullable Path watch;

    @Option(
            names = "--http",
            paramLabel = "ORIGIN",
            description =
                    "A service that steps with the action http may call, such as http://127.0.0.1:9000. Repeatable.")
    private List<String> destinations = new ArrayList<>();

    @Override
    public Integer call() {
        if (watch != null && !Files.isDirectory(watch)) {
            throw new ParameterException(spec.commandLine(), "--watch: there is no directory " + watch);
        }
        try (LiveServer live = LiveServer.open(DevelopmentSettings.of(port, directory, destinations, ""))) {
            output.say("Reeve listens on %s, for programs of this machine only"
                    .formatted(live.server().address()));
            output.say("The console is at %s".formatted(live.console()));
            if (watch == null) {
                live.serve();
                return 0;
            }
            try (WatchedDefinitions watched = new WatchedDefinitions(watch, live.reeve(), output::say)) {
                watched.start();
                live.serve();
            }
        }
        return 0;
    }
}
