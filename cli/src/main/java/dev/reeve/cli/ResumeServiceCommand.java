package dev.reeve.cli;

import dev.reeve.engine.client.ServiceSwitch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has an action be called again that was paused. */
@Command(
        name = "resume-service",
        description = "Has an action be called again that was paused. What has gathered is let through in a ramp.",
        footer = PauseServiceCommand.FOOTER)
final class ResumeServiceCommand implements Callable<Integer> {

    /** What was done, for programs. */
    record Resumed(String action) {}

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "ACTION", description = "The action, as workflows name it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String action;

    @Override
    public Integer call() {
        try (ServiceSwitch services = store.services()) {
            services.resume(action);
            output.print(new Resumed(action), "%s is called again".formatted(Text.printable(action)));
        }
        return 0;
    }
}
