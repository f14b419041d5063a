package dev.reeve.internal.engine.client;

import dev.reeve.Execution;
import dev.reeve.Json;
import dev.reeve.RecoveryOperations;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import org.jspecify.annotations.Nullable;

/** The commands of one actor about an execution of the engine in this process. */
final class EmbeddedRecovery implements RecoveryOperations {

    private final EmbeddedReeve reeve;
    private final EmbeddedExecution execution;

    EmbeddedRecovery(EmbeddedReeve reeve, EmbeddedExecution execution) {
        this.reeve = reeve;
        this.execution = execution;
    }

    private String actor() {
        return reeve.actor().name();
    }

    @Override
    public void compensate(String reason) {
        execution.ask(new Command.Compensate(actor(), Checks.text("reason", reason)));
    }

    @Override
    public void moveTo(int version, String reason) {
        actor();
        Checks.text("reason", reason);
        if (version < 1) {
            throw Checks.invalid("version: expected a number from 1, found %d".formatted(version));
        }
        String workflow = reeve.reader().summary(execution.id()).workflow();
        execution.ask(new Command.Move(reeve.reader().plan(workflow, version), actor(), reason));
    }

    @Override
    public void pause(String reason) {
        execution.ask(new Command.Pause(actor(), Checks.text("reason", reason)));
    }

    @Override
    public void resume(String reason) {
        execution.ask(new Command.Resume(actor(), Checks.text("reason", reason)));
    }

    @Override
    public void probe(String step, String reason) {
        execution.ask(new Command.ProbeStep(EmbeddedExecution.path(step), actor(), Checks.text("reason", reason)));
    }

    @Override
    public void retry(String step) {
        execution.ask(new Command.RetryStep(EmbeddedExecution.path(step), actor()));
    }

    @Override
    public void retry(String step, String reason) {
        execution.ask(new Command.RetryStep(EmbeddedExecution.path(step), actor(), Checks.text("reason", reason)));
    }

    @Override
    public void retry(String step, Object input, String reason) {
        execution.ask(new Command.RetryStep(
                EmbeddedExecution.path(step),
                actor(),
                Checks.text("reason", reason),
                Conversion.write("input", input)));
    }

    @Override
    public void resolve(String step, Object output) {
        execution.ask(
                new Command.ResolveStep(EmbeddedExecution.path(step), Conversion.write("output", output), actor()));
    }

    @Override
    public void resolve(String step, Object output, String reason) {
        execution.ask(new Command.ResolveStep(
                EmbeddedExecution.path(step),
                Conversion.write("output", output),
                actor(),
                Checks.text("reason", reason)));
    }

    @Override
    public void skip(String step) {
        execution.ask(new Command.SkipStep(EmbeddedExecution.path(step), actor()));
    }

    @Override
    public void skip(String step, String reason) {
        execution.ask(new Command.SkipStep(EmbeddedExecution.path(step), actor(), Checks.text("reason", reason)));
    }

    @Override
    public Execution rerunFrom(String step, String reason) {
        return rerun(step, null, reason);
    }

    @Override
    public Execution rerunFrom(String step, Object input, String reason) {
        return rerun(step, Conversion.write("input", input), reason);
    }

    private EmbeddedExecution rerun(String step, @Nullable Json input, String reason) {
        Reruns.Wish wish = new Reruns.Wish(EmbeddedExecution.path(step), actor(), Checks.text("reason", reason), input);
        return reeve.rerun(execution.id(), wish);
    }
}
