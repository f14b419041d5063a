package dev.reeve.internal.engine.bulk;

import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.ReeveException;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.Verb;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Selects the executions and the steps of a bulk operation. The inbox groups steps by the same action and the same
 * failure, so that the conditions of a group select its steps.
 *
 * @param startedBefore executions that started later are left alone
 */
public record BulkSelection(String namespace, Instant startedBefore, BulkRequest request) {

    private static final int PAGE = 100;

    private static final Failure UNTOLD =
            new Failure(Cause.BUSINESS, "UNKNOWN", "the step says nothing about why", null, null, true);

    /** The failure of a step that needs a person. */
    public static Failure failure(StepExplanation step) {
        Failure failure = step.failure();
        return failure == null ? UNTOLD : failure;
    }

    /** The action of a step that needs a person; its name, if it calls none. */
    public static String action(StepExplanation step) {
        String action = step.action();
        return action == null ? step.step().step() : action;
    }

    ExecutionFilter filter(@Nullable ListPosition after) {
        return new ExecutionFilter(
                namespace,
                request.workflow(),
                statuses(request.verb()),
                request.labels(),
                null,
                startedBefore,
                after,
                PAGE);
    }

    /**
     * The states of executions that the verb applies to, including the states that an execution can have just after it,
     * if the driver died meanwhile.
     */
    private static Set<ExecutionStatus> statuses(Verb verb) {
        return switch (verb) {
            case RETRY, RESOLVE, SKIP, PROBE -> Set.of(ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED);
            case RESUME -> Set.of(ExecutionStatus.PAUSED);
            case CANCEL, COMPENSATE ->
                Set.of(ExecutionStatus.RUNNING, ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED);
            case PAUSE -> Set.of(ExecutionStatus.RUNNING, ExecutionStatus.COMPENSATING, ExecutionStatus.ESCALATED);
            // Completed executions are re-run only one by one.
            case RERUN -> Set.of(ExecutionStatus.FAILED, ExecutionStatus.COMPENSATED, ExecutionStatus.CANCELLED);
        };
    }

    /**
     * The number of steps that the operation would change now; of executions, if its verb changes these. One that
     * cannot be read does not count. Blocks while it reads.
     *
     * @param shown decides about each execution that matches whether it counts
     */
    public int count(StoreReader store, Definitions definitions, Predicate<ExecutionId> shown) {
        int count = 0;
        List<ExecutionRow> page = store.list(filter(null));
        while (!page.isEmpty()) {
            for (ExecutionRow row : page) {
                int matching = row.workflow().equals(BulkWork.WORKFLOW) ? 0 : count(row, store, definitions);
                count += matching > 0 && shown.test(row.id()) ? matching : 0;
            }
            ExecutionRow last = page.getLast();
            page = page.size() < PAGE ? List.of() : store.list(filter(new ListPosition(last.startedAt(), last.id())));
        }
        return count;
    }

    private int count(ExecutionRow row, StoreReader store, Definitions definitions) {
        try {
            ExecutionState state =
                    Journal.fold(row.id(), definitions.versions(namespace, row.workflow()), store.history(row.id()));
            return changesSteps() ? steps(state).size() : matches(state) ? 1 : 0;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA) {
                throw e;
            }
            return 0;
        } catch (IllegalStateException | IllegalArgumentException | InvalidInputException e) {
            return 0;
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.WORKFLOW_UNKNOWN) {
                throw e;
            }
            return 0;
        }
    }

    private boolean changesSteps() {
        return switch (request.verb()) {
            case RETRY, RESOLVE, SKIP, PROBE -> true;
            case CANCEL, COMPENSATE, PAUSE, RESUME, RERUN -> false;
        };
    }

    /** The steps of an execution that need a person and match. */
    List<StepPath> steps(ExecutionState state) {
        List<StepPath> steps = new ArrayList<>();
        for (StepExplanation step : Explainer.needingPerson(state, Map.of())) {
            if (matches(step)) {
                steps.add(step.step());
            }
        }
        return steps;
    }

    /** Whether the operation applies to the execution as a whole. */
    boolean matches(ExecutionState state) {
        return request.verb() == Verb.RERUN
                ? matches(state.failure())
                : !asksForStep() || !steps(state).isEmpty();
    }

    private boolean asksForStep() {
        return request.step() != null
                || request.action() != null
                || request.purpose() != null
                || request.cause() != null
                || request.code() != null
                || request.fingerprint() != null;
    }

    private boolean matches(StepExplanation step) {
        return isPartOf(request.step(), step.step())
                && is(request.action(), action(step))
                && is(request.purpose(), step.purpose())
                && matches(failure(step));
    }

    private boolean matches(@Nullable Failure failure) {
        return is(request.cause(), failure == null ? null : failure.cause())
                && is(request.code(), failure == null ? null : failure.code())
                && is(request.fingerprint(), failure == null ? null : Fingerprint.of(failure.message()));
    }

    /**
     * @param wanted a step, which covers all its items and rounds, or one of these
     */
    private static boolean isPartOf(@Nullable String wanted, StepPath found) {
        if (wanted == null) {
            return true;
        }
        StepPath whole = StepPath.parse(wanted);
        return whole.step().equals(found.step())
                && (whole.item() == StepPath.NONE || whole.item() == found.item())
                && (whole.round() == StepPath.NONE || whole.round() == found.round());
    }

    private static boolean is(@Nullable Object wanted, @Nullable Object found) {
        return wanted == null || Objects.equals(wanted, found);
    }
}
