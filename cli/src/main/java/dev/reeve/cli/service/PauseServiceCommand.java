package dev.reeve.cli.service;

import dev.reeve.ServicePause;
import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.ServicePauseDocument;
import picocli.CommandLine.Command;

/** Pauses an action. */
@Command(
        name = "pause",
        description = {
            "Pauses an action for all executions.",
            "The pause survives restarts. Steps of the action wait, and use up neither attempts nor time. Attempts under way",
            "continue."
        })
final class PauseServiceCommand extends ServiceCommand {

    @Override
    void change(ServiceChanges services, String action, String reason, Output output) {
        ServicePause pause = services.pause(action, reason);
        output.print(ServicePauseDocument.of(pause), ListServicesCommand.text(pause));
    }
}
