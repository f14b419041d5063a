package dev.reeve.test;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.Purpose;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Totals over all runs of a check. Used by one thread. */
final class Tally {

    /** A step of a workflow. */
    private record StepOf(String workflow, String step) {}

    /** Counts how often compensating a step was tried, and how often it succeeded. */
    private static final class Undoing {
        private int tried;
        private int done;
        private @Nullable List<Fault> example;
        private int run;
        private @Nullable Failure failure;
    }

    /**
     * A compensation that never succeeded, although it was called and no fault was injected into it.
     *
     * @param example the faults of the first run that called it
     * @param run the number of that run
     * @param failure how the compensation failed in that run
     */
    record Hopeless(String step, String action, int tried, List<Fault> example, int run, String failure) {}

    private final Deployment deployment;
    private final Map<ExecutionStatus, FailureReport.Ends> ends = new EnumMap<>(ExecutionStatus.class);
    private final Map<String, Integer> faults = new TreeMap<>();
    private final Map<StepOf, Undoing> undoings = new LinkedHashMap<>();
    private int runs;
    private int missed;

    Tally(Deployment deployment) {
        this.deployment = deployment;
        for (Definition workflow : deployment.inOrder()) {
            Deployment.parts(workflow)
                    .forEach(part -> part.steps().stream()
                            .filter(step -> step.task() instanceof Task.Action action && action.compensate() != null)
                            .forEach(step -> undoings.put(new StepOf(part.name(), step.name()), new Undoing())));
        }
    }

    int runs() {
        return runs;
    }

    void note(List<Fault> plan, Trial trial) {
        runs++;
        Set<Fault> happened = trial.injector().happened();
        happened.forEach(fault -> faults.merge(fault.kind().code(), 1, Integer::sum));
        if (happened.size() < plan.size()) {
            missed++;
        }
        ends.merge(
                trial.ending().status(),
                new FailureReport.Ends(1, Fault.write(plan)),
                (known, one) -> new FailureReport.Ends(known.runs() + 1, known.faults()));
        boolean befallen = plan.stream().anyMatch(fault -> fault.point().purpose() == Purpose.COMPENSATION);
        for (Family.Member member : trial.members()) {
            note(plan, befallen, member);
        }
    }

    /** @param befallen whether the plan has a fault of a compensation: then a failed compensation proves nothing */
    private void note(List<Fault> plan, boolean befallen, Family.Member member) {
        Map<StepOf, @Nullable Failure> tried = new LinkedHashMap<>();
        for (HistoryEntry entry : member.history()) {
            if (!(entry.event() instanceof Event.OfStep event)) {
                continue;
            }
            StepOf step = new StepOf(member.started().workflow(), event.step().step());
            Undoing undoing = undoings.get(step);
            if (undoing == null) {
                continue;
            }
            switch (event) {
                case Event.StepReady e when e.purpose() == Purpose.COMPENSATION -> tried.putIfAbsent(step, null);
                case Event.AttemptFailed e when e.purpose() == Purpose.COMPENSATION -> tried.put(step, e.failure());
                case Event.StepEscalated e when e.purpose() == Purpose.COMPENSATION -> tried.put(step, e.failure());
                case Event.StepCompensated e when e.actor() == null -> undoing.done++;
                default -> {}
            }
        }
        if (!befallen) {
            tried.forEach((step, failure) -> {
                Undoing undoing = Objects.requireNonNull(undoings.get(step));
                undoing.tried++;
                if (undoing.example == null) {
                    undoing.example = plan;
                    undoing.run = runs;
                    undoing.failure = failure;
                }
            });
        }
    }

    /** The first compensation that never succeeded, except those that may fail. */
    Optional<Hopeless> hopeless(Set<String> mayFail) {
        for (Map.Entry<StepOf, Undoing> entry : undoings.entrySet()) {
            Undoing undoing = entry.getValue();
            List<Fault> example = undoing.example;
            String action = compensation(entry.getKey());
            if (undoing.done == 0 && example != null && !mayFail.contains(action)) {
                Failure failure = undoing.failure;
                return Optional.of(new Hopeless(
                        name(entry.getKey()),
                        action,
                        undoing.tried,
                        example,
                        undoing.run,
                        failure == null ? "nothing was heard of it" : failure.code() + ": " + failure.message()));
            }
        }
        return Optional.empty();
    }

    FailureReport report(int leftOut) {
        List<String> neverUndone = new ArrayList<>();
        undoings.forEach((step, undoing) -> {
            if (undoing.done == 0 && undoing.tried == 0) {
                neverUndone.add(name(step));
            }
        });
        return new FailureReport(runs, ends, faults, neverUndone, missed, leftOut);
    }

    private String name(StepOf step) {
        return step.workflow().equals(deployment.root().name()) ? step.step() : step.step() + " of " + step.workflow();
    }

    private String compensation(StepOf wanted) {
        return deployment.all().stream()
                .flatMap(Deployment::parts)
                .filter(part -> part.name().equals(wanted.workflow()))
                .flatMap(part -> part.steps().stream())
                .filter(step -> step.name().equals(wanted.step()))
                .map(step -> step.task())
                .filter(Task.Action.class::isInstance)
                .map(task -> ((Task.Action) task).compensate())
                .filter(Objects::nonNull)
                .map(call -> call.action())
                .findFirst()
                .orElse("");
    }
}
