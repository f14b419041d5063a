package dev.reeve.benchmark;

import dev.reeve.core.Event;
import dev.reeve.core.EventCodec;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.engine.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares what the killed processes saw with what is in the store when all is over.
 *
 * <p>What must hold (I1, I3, I5, F1, F39):
 *
 * <ul>
 *   <li>An execution whose start was acknowledged is in the store and has been completed. So has every other that was ever
 *       heard of: a handler is called only for what is stored.
 *   <li>A step has one accepted result, and none of its handlers was called once that was in the journal. Three signs would
 *       show such a call: a later attempt than the accepted one was called; the step was called in a process that began
 *       after the result had been decided; or, within one process, it was called after the following step or after the
 *       caller had been told the end, both of which happen only once the result is stored.
 *   <li>Whoever was told that an execution has ended was told the truth.
 * </ul>
 */
final class CrashAudit {

    private static final int VIOLATIONS_KEPT = 20;

    /** What was seen of one execution. */
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

    CrashAudit(int steps) {
        this.steps = steps;
    }

    /**
     * Adds what the next process saw.
     *
     * @param begun a time before it was started, by the clock of this machine
     */
    void round(Instant begun, List<Ledger.Entry> entries) {
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
            }
            position++;
        }
    }

    private static void append(Track track, Call call) {
        track.calls = Arrays.copyOf(track.calls, track.calls.length + 1);
        track.calls[track.calls.length - 1] = call;
    }

    /** Executions that were heard of. */
    int executions() {
        return tracks.size();
    }

    int acknowledged() {
        return acknowledgedCount;
    }

    /** Calls beyond the first of a step, all of them legitimate: the result of the one before had not been stored. */
    int repeatedCalls() {
        return repeatedCalls;
    }

    /** Answers what does not hold, given what the store has of an execution; empty if all is well. */
    List<String> check(Function<ExecutionId, Optional<StoredExecution>> store) {
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
