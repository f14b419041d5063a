package dev.reeve.internal.engine.client.execution;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.RecoveryOperations;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.Conversion;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands of one actor about an execution of the engine in this process. */
final class EmbeddedRecovery implements RecoveryOperations {

    private final EngineAccess engine;
    private final ExecutionId id;
    private final Function<ExecutionId, Execution> executions;

    /**
     * @param executions makes the handle of an execution that re-runs this one
     */
    EmbeddedRecovery(EngineAccess engine, ExecutionId id, Function<ExecutionId, Execution> executions) {
        this.engine = engine;
        this.id = id;
        this.executions = executions;
    }

    @Override
    public void compensate(String reason) {
        engine.ask(id, new Command.Compensate(engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void moveTo(int version, String reason) {
        Arguments.text("reason", reason);
        if (version < 1) {
            throw Arguments.invalid("version: expected a number from 1, found %d".formatted(version));
        }
        String workflow = engine.reader().summary(id).workflow();
        engine.ask(id, new Command.Move(engine.reader().plan(workflow, version), engine.actor(), reason));
    }

    @Override
    public void pause(String reason) {
        engine.ask(id, new Command.Pause(engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void resume(String reason) {
        engine.ask(id, new Command.Resume(engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void probe(String step, String reason) {
        engine.ask(id, new Command.ProbeStep(Arguments.path(step), engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void retry(String step) {
        engine.ask(id, new Command.RetryStep(Arguments.path(step), engine.actor()));
    }

    @Override
    public void retry(String step, String reason) {
        engine.ask(id, new Command.RetryStep(Arguments.path(step), engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public void retry(String step, Object input, String reason) {
        engine.ask(
                id,
                new Command.RetryStep(
                        Arguments.path(step),
                        engine.actor(),
                        Arguments.text("reason", reason),
                        Conversion.write("input", input)));
    }

    @Override
    public void resolve(String step, Object output) {
        engine.ask(
                id, new Command.ResolveStep(Arguments.path(step), Conversion.write("output", output), engine.actor()));
    }

    @Override
    public void resolve(String step, Object output, String reason) {
        engine.ask(
                id,
                new Command.ResolveStep(
                        Arguments.path(step),
                        Conversion.write("output", output),
                        engine.actor(),
                        Arguments.text("reason", reason)));
    }

    @Override
    public void skip(String step) {
        engine.ask(id, new Command.SkipStep(Arguments.path(step), engine.actor()));
    }

    @Override
    public void skip(String step, String reason) {
        engine.ask(id, new Command.SkipStep(Arguments.path(step), engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public Execution rerunFrom(String step, String reason) {
        return rerun(step, null, reason);
    }

    @Override
    public Execution rerunFrom(String step, Object input, String reason) {
        return rerun(step, Conversion.write("input", input), reason);
    }

    private Execution rerun(String step, @Nullable Json input, String reason) {
        Reruns.Wish wish =
                new Reruns.Wish(Arguments.path(step), engine.actor(), Arguments.text("reason", reason), input);
        return executions.apply(engine.rerun(id, wish));
    }
}
