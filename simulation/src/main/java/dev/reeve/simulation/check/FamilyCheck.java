package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares child executions with their parents after each transaction (S7). A child exists exactly when its parent
 * waits for it. Its end and the parent's knowledge of it become visible together. The parent receives the child's real
 * outcome. A compensating child undoes what the compensated child did.
 */
final class FamilyCheck {

    private static final String RULE = "S7";
    private static final Set<String> RESULT_REFUSED = Set.of("OUTPUT_INVALID", "PAYLOAD_TOO_LARGE");

    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final Function<ExecutionId, @Nullable Biography> known;

    /**
     * @param breach receives the rule and the violation
     * @param known all executions that are in the store
     */
    FamilyCheck(
            BiConsumer<String, String> breach, Coverage sometimes, Function<ExecutionId, @Nullable Biography> known) {
        this.breach = breach;
        this.sometimes = sometimes;
        this.known = known;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be the only use of its library
    private void require(boolean holds, String problem, @Nullable Object... details) {
        if (!holds) {
            breach.accept(RULE, problem.formatted(details));
        }
    }

    /** Checks an execution that a transaction has changed. The whole transaction is in the store. */
    void look(Biography one) {
        one.offspring().all().forEach((id, start) -> {
            Biography child = known.apply(id);
            if (child == null) {
                require(
                        false,
                        "execution %s has a child that is not there: %s",
                        one.state().id(),
                        start);
            } else {
                compare(one, start, child);
            }
        });
        Parent above = one.state().started().parent();
        if (above == null) {
            return;
        }
        Biography parent = known.apply(above.execution());
        Event.ChildStarted start =
                parent == null ? null : parent.offspring().all().get(one.state().id());
        if (parent == null || start == null) {
            require(
                    false,
                    "execution %s was started for %s, which does not know it",
                    one.state().id(),
                    above);
            return;
        }
        if (one.rows().size() == 1) {
            started(parent, start, above, one);
        }
        compare(parent, start, one);
        if (one.state().status().isTerminal()) {
            ended(parent, start, one);
        }
    }

    private void compare(Biography parent, Event.ChildStarted start, Biography child) {
        StepState step = parent.state().step(start.step());
        boolean waits = step != null
                && step.open() instanceof Open.Child open
                && open.child().equals(child.state().id());
        ExecutionStatus status = child.state().status();
        require(
                waits != status.isTerminal(),
                "execution %s is %s, and step %s of %s %s",
                child.state().id(),
                status,
                start.step(),
                parent.state().id(),
                waits ? "waits for it" : "does not wait for it");
    }

    // The start

    private void started(Biography parent, Event.ChildStarted start, Parent above, Biography child) {
        ExecutionState state = child.state();
        AttemptToken token = above.token();
        require(
                token.step().equals(start.step())
                        && token.purpose() == start.purpose()
                        && token.attempt() == start.attempt()
                        && token.nonce() == start.nonce(),
                "execution %s has another token than %s",
                state.id(),
                start);
        require((above.undoes() != null) == (start.purpose() == Purpose.COMPENSATION), "%s for %s", above, start);
        require(
                above.depth() == parent.state().depth() + 1,
                "%s of one that is %d deep",
                above,
                parent.state().depth());
        require(
                Objects.equals(above.previous(), parent.offspring().before(state.id())),
                "execution %s does the round after %s, and not after %s",
                state.id(),
                parent.offspring().before(state.id()),
                above.previous());
        if (above.previous() != null) {
            sometimes.saw(Milestone.CHILD_REPEATED);
        }
        if (above.depth() > 1) {
            sometimes.saw(Milestone.CHILD_OF_CHILD);
        }
        if (state.status().isTerminal()) {
            sometimes.saw(Milestone.CHILD_ENDED_AT_ONCE);
        }
        Instant at = child.rows().getFirst().at();
        if (above.undoes() == null) {
            Task.Child task = task(parent, start.step());
            boolean isGroup = task.group() != null;
            Integer version = isGroup ? parent.offspring().versionAt(state.id()) : task.version();
            require(
                    state.started().workflow().equals(parent.called(token))
                            && (version == null || version == state.started().version()),
                    "%s was to be started, and %s is one of %s",
                    task,
                    state.id(),
                    child.plan());
            require(
                    state.started().input().equals(parent.input(token)),
                    "execution %s was started with another input than %s",
                    state.id(),
                    parent.input(token));
            checkCompleteBy(child, at, parent.state().childCompleteBy(start.step()));
            if (isGroup) {
                sometimes.saw(Milestone.GROUP_STARTED);
            }
        } else {
            undoes(parent, start, above.undoes(), child);
        }
    }

    private static Task.Child task(Biography parent, StepPath path) {
        return Stream.concat(
                        parent.plan().workflow().steps().stream(), parent.plan().workflow().finallySteps().stream())
                .filter(step -> step.name().equals(path.step()))
                .map(step -> (Task.Child) step.task())
                .findFirst()
                .orElseThrow();
    }

    private void checkCompleteBy(Biography child, Instant at, @Nullable Duration allowed) {
        Duration own = child.plan().workflow().completeBy();
        Duration sooner = own == null || (allowed != null && allowed.compareTo(own) < 0) ? allowed : own;
        Instant expected = sooner == null ? null : at.plus(sooner);
        Instant found = child.state().started().completeBy();
        require(
                Objects.equals(found, expected),
                "%s has its complete-by at %s, not at %s",
                child.state(),
                found,
                expected);
    }

    /** The undoing execution has taken over all steps of the other one, and nothing else. */
    private void undoes(Biography parent, Event.ChildStarted start, ExecutionId undone, Biography undoer) {
        ExecutionId id = undoer.state().id();
        Biography old = known.apply(undone);
        require(
                undone.equals(parent.offspring().undoneBy(id)),
                "execution %s undoes %s, and step %s was done by %s",
                id,
                undone,
                start.step(),
                parent.offspring().undoneBy(id));
        if (old == null || old.state().status() != ExecutionStatus.COMPLETED) {
            require(false, "execution %s undoes %s, which has not completed", id, undone);
            return;
        }
        parent.offspring().all().forEach((other, before) -> {
            Biography earlier = known.apply(other);
            Parent above = earlier == null ? null : earlier.state().started().parent();
            require(
                    other.equals(id)
                            || earlier == null
                            || above == null
                            || !undone.equals(above.undoes())
                            || (earlier.state().status().isTerminal()
                                    && earlier.state().status() != ExecutionStatus.COMPENSATED),
                    "execution %s undoes %s, as %s does or did",
                    id,
                    undone,
                    other);
        });
        require(old.plan() == undoer.plan(), "execution %s undoes %s of %s", id, undone, old.plan());
        require(
                old.state().input().equals(undoer.state().input()),
                "execution %s has another input than %s",
                id,
                undone);
        Map<StepPath, Event.StepTaken> taken = taken(undoer);
        for (Step step : old.plan().workflow().steps()) {
            StepPath whole = StepPath.of(step.name());
            Event.StepTaken left = taken.get(whole);
            if (left != null && left.skipped() == SkipReason.NOT_NEEDED && RerunCheck.isWithoutEffect(old, whole)) {
                taken.remove(whole); // it was undone while its execution went on
                continue;
            }
            for (StepPath path : old.language().parts(step)) {
                StepState was = Objects.requireNonNull(old.state().step(path));
                Event.StepTaken one = taken.remove(path);
                boolean same = one == null
                        ? !old.isDone(path) && !was.inDoubt() && old.language().rounds(path) == 0
                        : Objects.equals(one.output(), was.output())
                                && Objects.equals(
                                        one.child(), old.offspring().doneBy(path, old.isDone(path) || was.inDoubt()))
                                && one.byHand() == old.offspring().isByHand(path)
                                && one.rounds() == old.language().rounds(path)
                                && one.possiblyDone()
                                        == (!old.isDone(path)
                                                && (was.inDoubt()
                                                        || old.language().rounds(path) > 0));
                require(same, "execution %s took over %s of step %s of %s, which was %s", id, one, path, undone, was);
            }
        }
        require(taken.isEmpty(), "execution %s took over what %s never did: %s", id, undone, taken);
    }

    private static Map<StepPath, Event.StepTaken> taken(Biography undoer) {
        Map<StepPath, Event.StepTaken> taken = new HashMap<>();
        for (Event event : EventCodec.read(undoer.rows().getFirst().events())) {
            if (event instanceof Event.StepTaken one) {
                taken.put(one.step(), one);
            }
        }
        return taken;
    }

    // The end

    /** The parent receives the child's outcome, and nothing else. */
    private void ended(Biography parent, Event.ChildStarted start, Biography child) {
        ExecutionState state = child.state();
        Json output = state.output() == null ? Json.NULL : state.output();
        Event told = parent.offspring().endOf(state.id());
        boolean done = state.status()
                == (start.purpose() == Purpose.FORWARD ? ExecutionStatus.COMPLETED : ExecutionStatus.COMPENSATED);
        boolean right = switch (told) {
            case Event.StepCompleted e ->
                done && start.purpose() == Purpose.FORWARD && e.output().equals(output);
            case Event.RoundEnded e ->
                done && start.purpose() == Purpose.FORWARD && e.output().equals(output);
            case Event.RoundUndone e -> done && start.purpose() == Purpose.COMPENSATION && e.actor() == null;
            case Event.StepCompensated e -> done && start.purpose() == Purpose.COMPENSATION && e.actor() == null;
            case Event.AttemptFailed e ->
                done
                        ? RESULT_REFUSED.contains(e.failure().code())
                        : e.failure().code().equals("CHILD_" + state.status()) && isErrorOf(state, e.failure());
            case null, default -> false;
        };
        require(
                right,
                "execution %s ended as %s with %s, and its parent took it as %s",
                state.id(),
                state.status(),
                output,
                told);
        if (!done) {
            sometimes.saw(Milestone.CHILD_FAILED);
        } else if (start.purpose() == Purpose.COMPENSATION) {
            sometimes.saw(Milestone.CHILD_UNDONE);
        }
    }

    /** Where the parent keeps the error of the child as data, it is the one for which the child was undone. */
    private static boolean isErrorOf(ExecutionState child, Failure told) {
        if (told.details() == null) {
            return true;
        }
        Failure failure = child.undoneFor;
        return failure != null
                && told.details().value() instanceof Map<?, ?> error
                && failure.code().equals(error.get("code"))
                && failure.message().equals(error.get("message"))
                && failure.cause().name().equals(error.get("cause"));
    }
}
