package dev.reeve.benchmark.restart;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.report.Report;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares the observations of the killed processes with the final content of the store.
 *
 * <p>Conditions (I1, I3, I5, F1, F39):
 *
 * <ul>
 *   <li>An execution whose start was acknowledged is in the store and has completed. The same holds for every other
 *       execution that was observed: a handler is called only for an execution in the store.
 *   <li>A step has one accepted result, and no handler of the step was called after the result was in the journal.
 *       Three observations would prove such a call. First, a later attempt than the accepted one was called. Second,
 *       the step was called in a process that began after the result had been decided. Third, within one process, the
 *       step was called after the following step, or after the caller was notified of the end. Both happen only after
 *       the result is stored.
 *   <li>A caller that was notified of an end was notified correctly.
 * </ul>
 */
public final class CrashAudit {

    private static final int VIOLATIONS_KEPT = 20;

    /** The observations of one execution. */
    private static final class Track {
        private boolean acknowledged;
        private boolean ended;
        private Call[] calls = new Call[0];
    }

    /** @param position in the ledger of its process; the end counts as the call of a step after the last */
    private record Call(int round, int position, int step, int attempt) {}

    private record Accepted(int attempt, Instant at) {}

    private final int steps;
    private final List<Instant> roundsBegun = new ArrayList<>();
    private final Map<ExecutionId, Track> tracks = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private int repeatedCalls;
    private int acknowledgedCount;

    public CrashAudit(int steps) {
        this.steps = steps;
    }

    /**
     * Adds the observations of the next process.
     *
     * @param begun a time before the process was started, by the clock of this machine
     */
    public void round(Instant begun, List<Ledger.Entry> entries) {
        int round = roundsBegun.size();
        roundsBegun.add(begun);
        int position = 0;
        for (Ledger.Entry entry : entries) {
            Track track = tracks.computeIfAbsent(entry.execution(), id -> new Track());
            switch (entry.kind()) {
                case ACKNOWLEDGED -> {
                    track.acknowledged = true;
                    acknowledgedCount++;
                }
                case ENDED -> {
                    track.ended = true;
                    append(track, new Call(round, position, steps + 1, 0));
                }
                case CALLED -> append(track, new Call(round, position, entry.step(), entry.attempt()));
                case INTENDED, SIGNALLED, FAILED, WRONG -> throw new IllegalStateException("no crash writes " + entry);
            }
            position++;
        }
    }

    private static void append(Track track, Call call) {
        track.calls = Arrays.copyOf(track.calls, track.calls.length + 1);
        track.calls[track.calls.length - 1] = call;
    }

    /** Adds what was found without a violation. */
    public void addTo(Report report) {
        report.add("executions", executions(), "heard of, all completed");
        report.add("acknowledged", acknowledged(), "starts, none lost");
        report.add(
                "repeatedCalls", repeatedCalls(), "of handlers, each because the result before it had not been stored");
        report.add("violations", 0, "");
    }

    /** Number of executions observed. */
    public int executions() {
        return tracks.size();
    }

    public int acknowledged() {
        return acknowledgedCount;
    }

    /**
     * Number of calls beyond the first of a step. All of them are legitimate: the earlier result had not been stored.
     */
    public int repeatedCalls() {
        return repeatedCalls;
    }

    /** Returns the violations, given a lookup in the store; empty if there are none. */
    public List<String> check(Function<ExecutionId, Optional<StoredExecution>> store) {
        tracks.forEach((id, track) -> check(store.apply(id), id, track));
        return violations;
    }

    private void check(Optional<StoredExecution> stored, ExecutionId id, Track track) {
        if (stored.isEmpty()) {
            violation("%s is not in the store; its start was %sacknowledged, and handlers were called %d times"
                    .formatted(id, track.acknowledged ? "" : "not ", track.calls.length));
            return;
        }
        ExecutionStatus status = stored.get().row().status();
        if (status != ExecutionStatus.COMPLETED) {
            violation("%s is %s; the caller was %stold its end".formatted(id, status, track.ended ? "" : "not "));
            return;
        }
        Map<Integer, Accepted> accepted = accepted(id, stored.get().journal());
        if (accepted.size() != steps) {
            violation("%s has been completed with %d results of %d steps".formatted(id, accepted.size(), steps));
            return;
        }
        checkCalls(id, track, accepted);
    }

    private Map<Integer, Accepted> accepted(ExecutionId id, List<JournalRow> journal) {
        Map<Integer, Accepted> accepted = new HashMap<>();
        int ends = 0;
        int seq = 0;
        for (JournalRow row : journal) {
            if (row.seq() != ++seq) {
                violation("%s has row %d where row %d should be".formatted(id, row.seq(), seq));
            }
            for (Event event : EventCodec.read(row.events())) {
                if (event instanceof Event.StepCompleted completed) {
                    int step = Integer.parseInt(completed.step().step().substring("step".length()));
                    if (accepted.put(step, new Accepted(completed.attempt(), row.at())) != null) {
                        violation("%s has two results of step %d".formatted(id, step));
                    }
                } else if (event instanceof Event.ExecutionCompleted) {
                    ends++;
                }
            }
        }
        if (ends != 1) {
            violation("%s has been completed %d times".formatted(id, ends));
        }
        return accepted;
    }

    private void checkCalls(ExecutionId id, Track track, Map<Integer, Accepted> accepted) {
        int latestStep = 0;
        for (Call call : track.calls) {
            if (call.step() <= steps) {
                Accepted result = accepted.get(call.step());
                if (result == null || call.attempt() > result.attempt()) {
                    violation("%s: attempt %d of step %d was called, and the result is from attempt %s"
                            .formatted(id, call.attempt(), call.step(), result));
                } else if (roundsBegun.get(call.round()).isAfter(result.at())) {
                    violation("%s: step %d was called in process %d, which began at %s, and its result is from %s"
                            .formatted(id, call.step(), call.round(), roundsBegun.get(call.round()), result.at()));
                }
                if (call.step() == latestStep) {
                    repeatedCalls++;
                }
            }
            if (call.step() < latestStep) {
                violation("%s: step %d was called after %s had been (process %d, entry %d)"
                        .formatted(
                                id,
                                call.step(),
                                latestStep > steps ? "the end" : "step " + latestStep,
                                call.round(),
                                call.position()));
            }
            latestStep = Math.max(latestStep, call.step());
        }
    }

    private void violation(String what) {
        if (violations.size() < VIOLATIONS_KEPT) {
            violations.add(what);
        }
    }
}
