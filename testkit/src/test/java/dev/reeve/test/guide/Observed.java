package dev.reeve.test.guide;

import dev.reeve.StepStatus;
import dev.reeve.test.ActionCall;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.util.List;

/** Observations for the tests of guides, after a run. */
final class Observed {

    private Observed() {}

    /** The actions that were called, in the order of their calls. */
    static List<String> called(VirtualReeve reeve) {
        return reeve.calls().stream().map(ActionCall::action).toList();
    }

    static StepStatus status(VirtualExecution execution, String step) {
        return execution.describe().steps().stream()
                .filter(description -> description.step().toString().equals(step))
                .findFirst()
                .orElseThrow()
                .status();
    }
}
