package dev.reeve.cli;

import dev.reeve.core.Verb;
import picocli.CommandLine.Parameters;

/** Something that a person does about a step. */
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
