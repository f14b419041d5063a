package dev.reeve.internal.engine.client;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.NotCompletedException;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An execution of the engine in this process. */
final class EmbeddedExecution implements Execution {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EmbeddedReeve reeve;
    private final ExecutionId id;

    EmbeddedExecution(EmbeddedReeve reeve, ExecutionId id) {
        this.reeve = reeve;
        this.id = id;
    }

    @Override
    public ExecutionId id() {
        return id;
    }

    @Override
    public ExecutionStatus status() {
        return reeve.reader().summary(id).status();
    }

    @Override
    public ExecutionSummary summary() {
        return reeve.reader().summary(id);
    }

    @Override
    public ExecutionDescription describe() {
        return reeve.reader().describe(id);
    }

    @Override
    public List<HistoryEntry> history() {
        return reeve.reader().history(id);
    }

    @Override
    public Explanation explain() {
        return reeve.reader().explain(id);
    }

    @Override
    public Forecast whatIf(String step, Failure failure) {
        return reeve.reader().whatIf(id, step, failure);
    }

    @Override
    public <T> T await(Class<T> type, Duration patience) {
        ExecutionResult result = awaitEnd(patience);
        Json output = result.output();
        if (result.status() != ExecutionStatus.COMPLETED || output == null) {
            throw new NotCompletedException(result);
        }
        return Conversion.read(output, type);
    }

    @Override
    public ExecutionResult awaitEnd(Duration patience) {
        return Waiting.await(result(), patience, "for the end of execution " + id);
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return reeve.result(id);
    }

    @Override
    public void cancel(String by, String reason) {
        ask(new Command.Cancel(Checks.name("by", by), Checks.text("reason", reason)));
    }

    @Override
    public void compensate(String by, String why) {
        ask(new Command.Compensate(Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void moveTo(int version, String by, String why) {
        Checks.name("by", by);
        Checks.text("why", why);
        if (version < 1) {
            throw Checks.invalid("version: expected a number from 1, found %d".formatted(version));
        }
        String workflow = reeve.reader().summary(id).workflow();
        ask(new Command.Move(reeve.reader().plan(workflow, version), by, why));
    }

    @Override
    public void pause(String by, String why) {
        ask(new Command.Pause(Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void resume(String by, String why) {
        ask(new Command.Resume(Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void probe(String step, String by, String why) {
        ask(new Command.ProbeStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void signal(String name, Object data, String by) {
        ask(new Command.Signal(Checks.name("name", name), null, Conversion.write("data", data), Checks.name("by", by)));
    }

    @Override
    public void signal(String name, String id, Object data, String by) {
        ask(new Command.Signal(
                Checks.name("name", name),
                Checks.name("id", id),
                Conversion.write("data", data),
                Checks.name("by", by)));
    }

    @Override
    public void retry(String step, String by) {
        ask(new Command.RetryStep(path(step), Checks.name("by", by)));
    }

    @Override
    public void retry(String step, String by, String why) {
        ask(new Command.RetryStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void retry(String step, Object input, String by, String why) {
        ask(new Command.RetryStep(
                path(step), Checks.name("by", by), Checks.text("why", why), Conversion.write("input", input)));
    }

    @Override
    public void resolve(String step, Object output, String by) {
        ask(new Command.ResolveStep(path(step), Conversion.write("output", output), Checks.name("by", by)));
    }

    @Override
    public void resolve(String step, Object output, String by, String why) {
        ask(new Command.ResolveStep(
                path(step), Conversion.write("output", output), Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public void skip(String step, String by) {
        ask(new Command.SkipStep(path(step), Checks.name("by", by)));
    }

    @Override
    public void skip(String step, String by, String why) {
        ask(new Command.SkipStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    @Override
    public Execution rerunFrom(String step, String by, String why) {
        return rerun(step, null, by, why);
    }

    @Override
    public Execution rerunFrom(String step, Object input, String by, String why) {
        return rerun(step, Conversion.write("input", input), by, why);
    }

    private EmbeddedExecution rerun(String step, @Nullable Json input, String by, String why) {
        Reruns.Wish wish = new Reruns.Wish(path(step), Checks.name("by", by), Checks.text("why", why), input);
        return reeve.rerun(id, wish);
    }

    static StepPath path(String step) {
        try {
            return StepPath.parse(Objects.requireNonNull(step, "step"));
        } catch (IllegalArgumentException e) {
            throw new ReeveException(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private void ask(Command command) {
        Waiting.await(reeve.ask(id, command), PATIENCE, "for the answer of execution " + id);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EmbeddedExecution execution && execution.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "execution " + id;
    }
}
