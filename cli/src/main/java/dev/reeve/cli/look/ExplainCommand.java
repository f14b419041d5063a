package dev.reeve.cli.look;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.PastExecution;
import dev.reeve.ReeveReader;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.ForecastDocument;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains what an execution waits for. */
@Command(
        name = "explain",
        description = {
            "Explains what an execution waits for, what happens next, and when.",
            "With --step and --if it explains what would follow if the step's attempt failed so.",
            "Disturbs no engine, and changes nothing."
        })
public final class ExplainCommand implements Callable<Integer> {

    @Mixin
    private final StoredExecution stored = new StoredExecution();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final PastOption past = new PastOption();

    @Option(names = "--step", paramLabel = "STEP", description = "With --if: whose attempt.")
    private @Nullable String step;

    @Option(names = "--if", paramLabel = "CAUSE", description = "With --step: ${COMPLETION-CANDIDATES}.")
    private @Nullable Cause cause;

    @Override
    public Integer call() {
        if ((step == null) != (cause == null)) {
            throw stored.store().wrong("--step and --if go together");
        }
        if (step != null && past.seq() != null) {
            throw stored.store().wrong("--if is about the present: leave out --as-of");
        }
        past.check(stored.store());
        try (ReeveReader reader = stored.reader()) {
            ExecutionId execution = stored.id(reader);
            if (step == null || cause == null) {
                PastExecution before = past.of(reader, execution);
                Explanation explanation = before == null ? reader.explain(execution) : before.explain();
                output.print(
                        ExplanationDocument.of(explanation, past.seq()),
                        Text.lines(past.heading() + explanation.toString()));
            } else {
                Failure failure = new Failure(cause, "WHAT_IF", "made up, to see what would follow", null, null, true);
                Forecast forecast = reader.whatIf(execution, step, failure);
                output.print(ForecastDocument.of(forecast), Text.lines(forecast.toString()));
            }
        }
        return 0;
    }
}
