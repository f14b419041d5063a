package dev.reeve.cli;

import dev.reeve.ServicePause;
import dev.reeve.internal.document.ServicePauseDocument;
import dev.reeve.internal.engine.client.offline.ServiceSwitch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pauses an action. */
@Command(
        name = "pause",
        description = {
            "Pauses an action for all executions.",
            "The pause survives restarts. Steps of the action wait, and use up neither attempts nor time. Attempts under way",
            "continue."
        })
final class PauseServiceCommand extends ServiceCommand {

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Override
    void change(ServiceSwitch services, String action, Output output) {
        ServicePause pause = services.pause(action, word.by(), word.reason());
        output.print(ServicePauseDocument.of(pause), ListServicesCommand.text(pause));
    }
}
