package dev.reeve.cli.verb;

import dev.reeve.Verb;
import picocli.CommandLine.Parameters;

/** A command that changes a step. */
abstract class StepVerbCommand extends VerbCommand {

    @Parameters(index = "1", paramLabel = "STEP", description = "The step.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String step;

    StepVerbCommand(Verb verb) {
        super(verb);
    }

    @Override
    final String step() {
        return step;
    }
}
