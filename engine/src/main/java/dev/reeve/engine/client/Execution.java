package dev.reeve.engine.client;

import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Explanation;
import dev.reeve.core.Failure;
import dev.reeve.core.Forecast;
import dev.reeve.core.Reruns;
import dev.reeve.core.StepPath;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.model.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workflow. A handle: it holds no state, every answer is fresh from the engine. Thread-safe.
 *
 * <p>Operators' commands are answered once they are stored, and refused with {@link ErrorCode#REFUSED} if the execution or
 * step is not in a state for them.
 */
public final class Execution {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Reeve reeve;
    private final ExecutionId id;

    Execution(Reeve reeve, ExecutionId id) {
        this.reeve = reeve;
        this.id = id;
    }

    public ExecutionId id() {
        return id;
    }

    /** Where it stands. */
    public ExecutionStatus status() {
        return reeve.reader().summary(id).status();
    }

    public ExecutionSummary summary() {
        return reeve.reader().summary(id);
    }

    /** Everything about it, step by step. */
    public ExecutionDescription describe() {
        return reeve.reader().describe(id);
    }

    /** All its events, the oldest first. */
    public List<HistoryEntry> history() {
        return reeve.reader().history(id);
    }

    /** What each of its open steps waits for, what happens next, and when. Its {@code toString} is for people. */
    public Explanation explain() {
        return reeve.reader().explain(id);
    }

    /**
     * What would follow if the attempt of a step failed so: the one that is under way, or else the next one. Nothing is
     * changed.
     *
     * @param failure made up, such as {@code new Failure(Cause.SILENT, "WHAT_IF", "nothing heard", null, null, true)}
     * @return what would be decided, by what decides it; its {@code toString} is for people
     * @throws ReeveException {@link ErrorCode#REFUSED} if no attempt of the step is under way or comes by itself,
     *     {@link ErrorCode#NOT_FOUND} if there is no such step
     */
    public Forecast whatIf(String step, Failure failure) {
        return reeve.reader().whatIf(id, step, failure);
    }

    /**
     * Waits until it has been completed.
     *
     * @param type what its output is read as
     * @param patience how long to wait; the execution goes on after that
     * @throws NotCompletedException if it ended in another way
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time
     */
    public <T> T await(Class<T> type, Duration patience) {
        ExecutionResult result = awaitEnd(patience);
        Json output = result.output();
        if (result.status() != ExecutionStatus.COMPLETED || output == null) {
            throw new NotCompletedException(result);
        }
        return Conversion.read(output, type);
    }

    /** Waits until it has ended, however. */
    public ExecutionResult awaitEnd(Duration patience) {
        return Waiting.await(result(), patience, "for the end of execution " + id);
    }

    /** Completed when it has ended, on a virtual thread; what hangs on it may block (see {@link Reeve#startAsync(String, Object, Start)}). */
    public CompletionStage<ExecutionResult> result() {
        return reeve.result(id);
    }

    /**
     * Ends it: nothing new is started, attempts under way are waited for, and what was done is undone.
     *
     * @param by who wants it, for the history
     */
    public void cancel(String by, String reason) {
        ask(new Command.Cancel(Checks.name("by", by), Checks.text("reason", reason)));
    }

    /**
     * Has it undone although it could go on: as {@link #cancel}, but it ends as {@link ExecutionStatus#COMPENSATED}, with who and
     * why in its failure.
     *
     * @param by who wants it, for the history
     */
    public void compensate(String by, String why) {
        ask(new Command.Compensate(Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * Has it go on with another version of its workflow, which must be deployed. Steps that have begun must exist there and mean
     * the same; what has not begun may be anything. Refused, with all that is in the way, if they do not, or if it is being undone;
     * {@link ReeveReader#check} tells it beforehand.
     *
     * @param by who wants it, for the history
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} if there is no such version, {@link ErrorCode#REFUSED}
     */
    public void moveTo(int version, String by, String why) {
        Checks.name("by", by);
        Checks.text("why", why);
        if (version < 1) {
            throw Checks.invalid("version: expected a number from 1, found %d".formatted(version));
        }
        String workflow = reeve.reader().summary(id).workflow();
        ask(new Command.Move(reeve.reader().plan(workflow, version), by, why));
    }

    /**
     * Holds it: nothing more is handed out, and no timer, retry or complete-by of its own acts on it, until it is resumed.
     * Attempts under way go on, and their results count; what follows from them is decided and waits. Refused if it is paused.
     *
     * @param by who wants it, for the history
     */
    public void pause(String by, String why) {
        ask(new Command.Pause(Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * Lets it go on: what became due meanwhile is done at once, and its own complete-by is later by as long as it was paused.
     * Refused if it is not paused.
     */
    public void resume(String by, String why) {
        ask(new Command.Resume(Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * Asks the service now what became of a step of unknown outcome that waits or is escalated. What it answers is decided upon
     * as always: {@code done} completes the step, {@code notDone} and {@code unknown} go by its policy.
     */
    public void probe(String step, String by, String why) {
        ask(new Command.ProbeStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * Sends it a signal: a step that waits for it gets the data as its output. One that comes before its step has begun is kept, and
     * each is taken by one step.
     *
     * @param name of the signal, as in {@code await} of a step
     * @param data any object that can be written as JSON
     * @param by who sends it, for the history
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if no step of it waits for such a signal; {@link
     *     ErrorCode#INVALID_INPUT} if the data is not what the step says; {@link ErrorCode#REFUSED} if it is being undone or has
     *     ended, or too many wait already
     */
    public void signal(String name, Object data, String by) {
        ask(new Command.Signal(Checks.name("name", name), null, Conversion.write("data", data), Checks.name("by", by)));
    }

    /**
     * As {@link #signal(String, Object, String)}, but of all with the same id only the first counts: for senders who cannot know
     * whether theirs arrived, and send it again.
     *
     * @param id unique among the signals of this execution
     */
    public void signal(String name, String id, Object data, String by) {
        ask(new Command.Signal(
                Checks.name("name", name),
                Checks.name("id", id),
                Conversion.write("data", data),
                Checks.name("by", by)));
    }

    /** Has an escalated step tried again, with fresh budgets. */
    public void retry(String step, String by) {
        ask(new Command.RetryStep(path(step), Checks.name("by", by)));
    }

    /** @param why for the history */
    public void retry(String step, String by, String why) {
        ask(new Command.RetryStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * As {@link #retry(String, String, String)}, with another input for all further attempts and for what undoes the step. It
     * gets an idempotency key of its own, since a service would refuse the old one with another input, or answer with the old
     * result. So it is refused while an earlier attempt may have had its effect: probe the step first.
     *
     * @param input any object that can be written as JSON
     */
    public void retry(String step, Object input, String by, String why) {
        ask(new Command.RetryStep(
                path(step), Checks.name("by", by), Checks.text("why", why), Conversion.write("input", input)));
    }

    /**
     * Says that an escalated step is done, with this output; or undone, if it was its compensation that failed.
     *
     * @param output any object that can be written as JSON
     */
    public void resolve(String step, Object output, String by) {
        ask(new Command.ResolveStep(path(step), Conversion.write("output", output), Checks.name("by", by)));
    }

    /** @param why for the history */
    public void resolve(String step, Object output, String by, String why) {
        ask(new Command.ResolveStep(
                path(step), Conversion.write("output", output), Checks.name("by", by), Checks.text("why", why)));
    }

    /** Goes on without an escalated step; or leaves it done, if it was its compensation that failed. */
    public void skip(String step, String by) {
        ask(new Command.SkipStep(path(step), Checks.name("by", by)));
    }

    /** @param why for the history */
    public void skip(String step, String by, String why) {
        ask(new Command.SkipStep(path(step), Checks.name("by", by), Checks.text("why", why)));
    }

    /**
     * Does it again from a step on, once it has ended: as a new execution of the same version with the same input, which takes over
     * whatever does not come after the step and was done or left out, and calls the rest. What was taken over is undone with the new
     * execution, if that is undone. The key remains that of this execution; labels, priority and {@code replyTo} are the new one's
     * as well.
     *
     * <p>What is called again has an idempotency key of its own, so that it is done again even if it was done; only a step of which
     * nobody knows whether it was done goes on with the key that it had, so that its service recognises it.
     *
     * <p>There is one execution that does this one again: asking a second time finds it, and asking for another step is refused with
     * {@link ErrorCode#CONFLICT}; that one can itself be done again once it has ended.
     *
     * @param by who wants it, for the history
     * @return the new execution
     * @throws ReeveException {@link ErrorCode#REFUSED} with all reasons: this one has not ended, or something that leads to the step
     *     was undone or never done
     */
    public Execution rerunFrom(String step, String by, String why) {
        return rerun(step, null, by, why);
    }

    /**
     * As {@link #rerunFrom(String, String, String)}, with another input of the execution. Refused if a step that would be called
     * again may have been done with the old one.
     *
     * @param input any object that can be written as JSON
     */
    public Execution rerunFrom(String step, Object input, String by, String why) {
        return rerun(step, Conversion.write("input", input), by, why);
    }

    private Execution rerun(String step, @Nullable Json input, String by, String why) {
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
        return other instanceof Execution execution && execution.id.equals(id);
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
