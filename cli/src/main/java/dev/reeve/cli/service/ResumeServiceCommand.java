package dev.reeve.cli.service;

import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ServiceResumedDocument;
import picocli.CommandLine.Command;

/** Resumes a paused action. */
@Command(
        name = "resume",
        description = {
            "Resumes a paused action.",
            "Its waiting steps are released in a ramp. Actor and reason are stored: see 'service changes'."
        })
final class ResumeServiceCommand extends ServiceCommand {

    @Override
    void change(ServiceChanges services, String action, String reason, Output output) {
        String by = services.by();
        services.resume(action, reason);
        output.print(new ServiceResumedDocument(action, by), "%s is resumed".formatted(Text.printable(action)));
    }
}
