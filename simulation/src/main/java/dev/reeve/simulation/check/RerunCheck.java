package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares a re-run with the execution that it re-runs, as the store has both (O2). */
final class RerunCheck {

    private final BiConsumer<String, String> breach;

    RerunCheck(BiConsumer<String, String> breach) {
        this.breach = breach;
    }

    void check(Biography again, Function<ExecutionId, @Nullable Biography> known) {
        Rerun rerun = again.state().started().rerun();
        if (rerun == null) {
            return;
        }
        ExecutionId id = again.state().id();
        Biography old = known.apply(rerun.of());
        if (old == null || !old.state().status().isTerminal()) {
            breach.accept("O2", "execution %s does one again that has not ended: %s".formatted(id, rerun));
            return;
        }
        Map<String, Event.StepTaken> taken = taken(again);
        Set<String> later = reached(old, rerun.from().step(), true);
        Set<String> before = reached(old, rerun.from().step(), false);
        later.add(rerun.from().step());
        for (Step step : old.plan().workflow().steps()) {
            Event.StepTaken one = taken.remove(step.name());
            if (one == null ? before.contains(step.name()) : later.contains(step.name())) {
                breach.accept(
                        "O2",
                        "execution %s, which begins with '%s', has %staken over '%s'"
                                .formatted(id, rerun.from(), one == null ? "not " : "", step.name()));
            }
            if (one != null) {
                compare(id, old, one);
            }
        }
        if (!taken.isEmpty()) {
            breach.accept("O2", "execution %s took over what is none of the graph: %s".formatted(id, taken));
        }
    }

    private void compare(ExecutionId id, Biography old, Event.StepTaken taken) {
        StepPath path = taken.step();
        StepState was = Objects.requireNonNull(old.state().step(path));
        boolean same = Objects.equals(was.output(), taken.output())
                && taken.rounds() == old.language().rounds(path);
        boolean wasNotNeeded = taken.skipped() == SkipReason.NOT_NEEDED && isWithoutEffect(old, path);
        if (!wasNotNeeded && (!same || old.undone().contains(path))) {
            breach.accept("O2", "execution %s took over %s, which was %s".formatted(id, taken, was));
        }
    }

    /** Whether the step was not needed there, and no effect of it is left. */
    static boolean isWithoutEffect(Biography old, StepPath path) {
        Step step = old.plan().workflow().steps().stream()
                .filter(one -> one.name().equals(path.step()))
                .findFirst()
                .orElseThrow();
        return old.language().others().isUnneeded(path)
                && old.language().parts(step).stream()
                        .allMatch(part -> !old.isDone(part) || old.undone().contains(part));
    }

    private static Map<String, Event.StepTaken> taken(Biography again) {
        Map<String, Event.StepTaken> taken = new HashMap<>();
        for (Event event : EventCodec.read(again.rows().getFirst().events())) {
            if (event instanceof Event.StepTaken one) {
                taken.put(one.step().toString(), one);
            }
        }
        return taken;
    }

    /** All steps after a step, or before it. */
    private static Set<String> reached(Biography old, String from, boolean forwards) {
        Set<String> reached = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Step step : old.plan().workflow().steps()) {
                for (String earlier : step.predecessors()) {
                    String here = forwards ? earlier : step.name();
                    String there = forwards ? step.name() : earlier;
                    more |= (here.equals(from) || reached.contains(here)) && reached.add(there);
                }
            }
        }
        return reached;
    }
}
