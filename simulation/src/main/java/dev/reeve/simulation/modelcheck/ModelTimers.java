package dev.reeve.simulation.modelcheck;

import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/** All timers of an execution. */
final class ModelTimers {

    private static final Duration MOMENT = Duration.ofNanos(1000);

    private ModelTimers() {}

    /** All future timers. For attempts also the moment after their complete-by, when a report is too late. */
    static SortedSet<Instant> of(ModelNode situation) {
        SortedSet<Instant> times = new TreeSet<>();
        ExecutionState state = situation.state();
        for (StepPath path : state.paths()) {
            switch (Objects.requireNonNull(state.step(path)).open()) {
                case Open.Waiting waiting -> times.add(waiting.until());
                case Open.Running running -> {
                    times.add(running.completeBy());
                    times.add(running.completeBy().plus(MOMENT));
                    Duration heartbeat = Work.of(state, path).heartbeat();
                    if (heartbeat != null) {
                        times.add(running.startedAt().plus(heartbeat));
                    }
                }
                case Open.Ready ready -> {}
                case Open.Child child -> {} // no model has a child
                case Open.Idle idle -> {}
            }
        }
        Instant completeBy = state.completeBy();
        if (completeBy != null) {
            times.add(completeBy);
        }
        return times.tailSet(situation.now().plusNanos(1));
    }
}
