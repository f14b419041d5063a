package dev.reeve.cli;

import dev.reeve.internal.document.ServiceResumedDocument;
import dev.reeve.internal.engine.client.offline.ServiceSwitch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Resumes a paused action. */
@Command(
        name = "resume",
        description = {
            "Resumes a paused action.",
            "Its waiting steps are released in a ramp. Actor and reason are stored: see 'service changes'."
        })
final class ResumeServiceCommand extends ServiceCommand {

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Override
    void change(ServiceSwitch services, String action, Output output) {
        services.resume(action, word.by(), word.reason());
        output.print(new ServiceResumedDocument(action, word.by()), "%s is resumed".formatted(Text.printable(action)));
    }
}
