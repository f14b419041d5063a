package dev.reeve.cli;

import dev.reeve.ServicePause;
import dev.reeve.internal.engine.client.offline.ServiceSwitch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pauses an action. */
@Command(
        name = "pause-service",
        description = {
            "Pauses an action until 'resume-service'. The pause survives restarts. Its steps wait, and use up",
            "neither attempts nor time. Attempts under way go on."
        })
final class PauseServiceCommand extends ServiceCommand {

    @Mixin
    private final WhoAndWhy word = new WhoAndWhy();

    @Override
    void change(ServiceSwitch services, String action, Output output) {
        ServicePause pause = services.pause(action, word.by(), word.reason());
        output.print(pause, ServicesCommand.text(pause));
    }
}
