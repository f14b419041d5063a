package dev.reeve.cli;

import dev.reeve.engine.client.ServiceSwitch;
import dev.reeve.engine.store.ServicePause;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has an action not be called any more. */
@Command(
        name = "pause-service",
        description = {
            "Has an action not be called until 'resume-service' says otherwise, also after restarts. Its steps wait, and use up",
            "neither attempts nor time; what is under way goes on."
        },
        footer = PauseServiceCommand.FOOTER)
final class PauseServiceCommand implements Callable<Integer> {

    static final String FOOTER =
            "%nOn PostgreSQL this works beside an engine, which sees it within ten seconds. On SQLite it"
                    + " is refused while another process has the file; that one can do it itself: Reeve.pauseService, resumeService.";

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "ACTION", description = "The action, as workflows name it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String action;

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "Who wants it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String by;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String reason;

    @Override
    public Integer call() {
        try (ServiceSwitch services = store.services()) {
            ServicePause pause = services.pause(action, by, reason);
            output.print(pause, ServicesCommand.text(pause));
        }
        return 0;
    }
}
