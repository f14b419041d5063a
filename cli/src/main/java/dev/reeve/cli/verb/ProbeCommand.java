package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.OperatorAccess;
import picocli.CommandLine.Command;

/** Probes the outcome of a step now. */
@Command(
        name = "probe",
        description = {
            "Asks a service for the unknown outcome of a step.",
            "The step waits or is escalated. The probe is queued; an agent answers it when an engine with agents runs."
        })
public final class ProbeCommand extends StepVerbCommand {

    ProbeCommand() {
        super(Verb.PROBE);
    }

    @Override
    OperatorAccess.Deed deed(String why) {
        return OperatorAccess.of(execution -> execution.recovery().probe(step(), why));
    }
}
