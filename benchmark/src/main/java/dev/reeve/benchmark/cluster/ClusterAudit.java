package dev.reeve.benchmark.cluster;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.benchmark.member.ClusterBookings;
import dev.reeve.benchmark.member.ClusterCall;
import dev.reeve.benchmark.member.ClusterKind;
import dev.reeve.benchmark.member.ClusterLedgers;
import dev.reeve.benchmark.member.ClusterWork;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the ledgers of all processes of a cluster with the final content of its store.
 *
 * <ul>
 *   <li>What was acknowledged is in the store, once for each number, and has ended as its kind requires. So has
 *       everything else. Callers were notified of that end.
 *   <li>Each accepted result is from an attempt that the ledger has. An attempt is called again only if a fault struck
 *       the node that had called it, and not after the accepted one. All attempts have the same idempotency key.
 *   <li>An accepted signal was applied once.
 *   <li>Each completed transactional step has written one row, by its accepted attempt. No other step has.
 *   <li>No call failed with an error that no fault explains. A call that failed because a node was closed and another
 *       one opened succeeds at the second try.
 * </ul>
 */
final class ClusterAudit {

    private static final int VIOLATIONS_KEPT = 20;

    /** The longest attempt, and the time until its report is stored. */
    private static final long ATTEMPT_MILLIS_MAX = 5_000;

    /** From the last sign of life of a node until it has registered again. */
    private static final long STALL_MILLIS_MAX = 10_000;

    /** A clock is read before the event that it dates, or after it. */
    private static final long SLACK_MILLIS = 200;

    private record Call(int place, int attempt, int key, long millis) {}

    private final List<ClusterIncident> incidents;
    private final List<ClusterStalls.Stall> stalls;
    private final List<String> violations = new ArrayList<>();
    private final Map<Integer, ExecutionId> byNumber = new TreeMap<>();
    private final Set<ExecutionId> signalled = new HashSet<>();
    private final Map<ExecutionId, ExecutionStatus> ended = new HashMap<>();
    private final Map<ClusterWork, List<Call>> calls = new HashMap<>();
    private final Map<ClusterWork, List<Integer>> bookings = new HashMap<>();
    private final Map<Integer, Integer> callsByPlace = new TreeMap<>();
    private final Map<String, Integer> repeats = new TreeMap<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private int seen;
    private int booked;

    ClusterAudit(List<ClusterIncident> incidents, List<ClusterStalls.Stall> stalls) {
        this.incidents = incidents;
        this.stalls = stalls;
    }

    /** Adds what the processes wrote. */
    void add(List<ClusterLedgers.Line> lines) {
        for (ClusterLedgers.Line line : lines) {
            Ledger.Entry entry = line.entry();
            switch (entry.kind()) {
                case CALLED -> {
                    calls.computeIfAbsent(new ClusterWork(entry.execution(), entry.step()), work -> new ArrayList<>())
                            .add(new Call(line.place(), entry.attempt(), entry.detail(), entry.millis()));
                    callsByPlace.merge(line.place(), 1, Integer::sum);
                }
                case ACKNOWLEDGED -> {
                    ExecutionId before = byNumber.put(entry.detail(), entry.execution());
                    if (before != null && !before.equals(entry.execution())) {
                        violation("number %d is %s and %s".formatted(entry.detail(), before, entry.execution()));
                    }
                }
                case SIGNALLED -> signalled.add(entry.execution());
                case ENDED -> ended(entry);
                case FAILED, WRONG -> failed(line);
                case INTENDED -> {
                    // it may never have begun
                }
            }
        }
    }

    /** Adds the rows of all transactional steps. */
    void book(List<ClusterBookings.Booking> rows) {
        booked += rows.size();
        for (ClusterBookings.Booking row : rows) {
            bookings.computeIfAbsent(row.work(), work -> new ArrayList<>()).add(row.attempt());
        }
    }

    private void ended(Ledger.Entry entry) {
        ExecutionStatus status = ClusterLedgers.STATUSES.get(entry.detail());
        ExecutionStatus before = ended.put(entry.execution(), status);
        if (before != null && before != status) {
            violation("%s ended as %s and as %s".formatted(entry.execution(), before, status));
        }
    }

    private void failed(ClusterLedgers.Line line) {
        Ledger.Entry entry = line.entry();
        ClusterCall call = ClusterCall.ALL.get(entry.step());
        if (entry.kind() == Ledger.Kind.WRONG) {
            violation("a call of %s at place %d failed; see its output".formatted(call, line.place()));
            return;
        }
        ClusterIncident around = incidents.stream()
                .filter(incident -> entry.millis() >= incident.begin() - SLACK_MILLIS
                        && entry.millis() <= incident.end() + SLACK_MILLIS)
                .findFirst()
                .orElse(null);
        String fault = around == null ? "NONE" : around.fault().name();
        if (entry.attempt() == 1) {
            failures.merge(fault + " " + call, 1, Integer::sum);
        }
        if (around != null && around.fault() == ClusterFault.DRAIN && entry.attempt() > 1) {
            violation("a call of %s at place %d failed %d times while place %d was closed and opened"
                    .formatted(call, line.place(), entry.attempt(), around.place()));
        }
    }

    /** Whether everything that was acknowledged has been seen to end. */
    boolean isOver() {
        return ended.keySet().containsAll(byNumber.values());
    }

    /** The acknowledged executions that are not among these. */
    List<ExecutionId> missing(Set<String> stored) {
        return byNumber.values().stream()
                .filter(id -> !stored.contains(id.toString()))
                .toList();
    }

    /** Some of those that nobody has seen end. */
    List<ExecutionId> open() {
        return byNumber.values().stream()
                .filter(id -> !ended.containsKey(id))
                .limit(5)
                .toList();
    }

    /** Adds an execution of the store. */
    void check(ExecutionRow row, List<JournalRow> journal) {
        seen++;
        ExecutionId id = row.id();
        ClusterKind kind = ClusterKind.of(row.workflow());
        if (row.status() != kind.end()) {
            violation("%s of %s is %s".formatted(id, row.workflow(), row.status()));
        }
        ExecutionStatus told = ended.remove(id);
        if (told != null && told != row.status()) {
            violation("%s is %s, and its caller was told %s".formatted(id, row.status(), told));
        }
        ClusterHistory history = ClusterHistory.of(journal);
        history.violations().forEach(what -> violation("%s: %s".formatted(id, what)));
        int signals = kind == ClusterKind.SIGNAL ? 1 : 0;
        if (history.signals() != signals || (signalled.contains(id) && signals == 0)) {
            violation("%s of %s has %d signals".formatted(id, row.workflow(), history.signals()));
        }
        for (int step = -3; step <= 3; step++) {
            ClusterWork work = new ClusterWork(id, step);
            Integer accepted = history.accepted().get(step);
            check(work, accepted, kind.isTransactional(step));
            checkBooked(work, kind.isTransactional(step) ? accepted : null);
        }
    }

    /** @param attempt the one that has written a row; null if there must be none */
    private void checkBooked(ClusterWork work, @Nullable Integer attempt) {
        List<Integer> attempts = bookings.getOrDefault(work, List.of());
        if (!attempts.equals(attempt == null ? List.of() : List.of(attempt))) {
            violation("%s: %s, and its rows are by attempts %s"
                    .formatted(work, attempt == null ? "no row is due" : "completed by attempt " + attempt, attempts));
        }
    }

    private void check(ClusterWork work, @Nullable Integer accepted, boolean transactional) {
        List<Call> all = calls.getOrDefault(work, List.of()).stream()
                .sorted(Comparator.comparingInt(Call::attempt).thenComparingLong(Call::millis))
                .toList();
        if (accepted != null && all.stream().noneMatch(call -> call.attempt() == accepted)) {
            violation("%s: the result is from attempt %d, which no agent made".formatted(work, accepted));
        }
        if (accepted != null && all.stream().anyMatch(call -> call.attempt() > accepted)) {
            violation(
                    "%s: the result is from attempt %d, and a later one was called: %s".formatted(work, accepted, all));
        }
        if (all.stream().map(Call::key).distinct().count() > 1) {
            violation("%s: different idempotency keys: %s".formatted(work, all));
        }
        for (int i = 1; i < all.size(); i++) {
            String fault = explain(all.get(i - 1), all.get(i));
            if (fault == null && transactional) {
                fault = explainTransaction(work, all.get(i - 1));
            }
            if (fault == null) {
                violation("%s was called again without a fault at the first place: %s".formatted(work, all));
            } else {
                repeats.merge(fault, 1, Integer::sum);
            }
        }
    }

    /** The fault because of which a call was repeated; null if there was none. */
    private @Nullable String explain(Call first, Call next) {
        for (ClusterIncident incident : incidents) {
            if (incident.fault().isAbrupt()
                    && incident.place() == first.place()
                    && first.millis() >= underWaySince(incident)
                    && first.millis() <= incident.lostUntil() + SLACK_MILLIS
                    && next.millis() >= incident.begin()) {
                return incident.fault().name();
            }
        }
        boolean stalled = stalls.stream()
                .anyMatch(stall -> stall.place() == first.place()
                        && Math.abs(first.millis() - stall.millis()) <= STALL_MILLIS_MAX
                        && next.millis() >= stall.millis() - STALL_MILLIS_MAX);
        return stalled ? "STALL" : null;
    }

    /** Why the transaction of an attempt was rolled back; null if nothing explains it. */
    private @Nullable String explainTransaction(ClusterWork work, Call first) {
        if (ClusterBookings.isRolledBack(work.execution(), first.attempt())) {
            return "ROLLBACK";
        }
        return incidents.stream()
                .filter(incident -> incident.fault().breaksTransactionsAt(first.place(), incident.place())
                        && first.millis() >= underWaySince(incident)
                        && first.millis() <= incident.end() + SLACK_MILLIS)
                .map(incident -> incident.fault().name())
                .findFirst()
                .orElse(null);
    }

    /** The time of the oldest attempt that a fault can have ended. An earlier fault may have delayed its report. */
    private long underWaySince(ClusterIncident struck) {
        long since = struck.begin() - ATTEMPT_MILLIS_MAX;
        for (ClusterIncident before : incidents.reversed()) {
            if (before.begin() < since && before.end() + SLACK_MILLIS >= since) {
                since = before.begin() - ATTEMPT_MILLIS_MAX;
            }
        }
        return since;
    }

    /** Checks that the store has everything. Returns the violations; empty if there are none. */
    List<String> finish(Set<ExecutionId> stored) {
        byNumber.forEach((number, id) -> {
            if (!stored.contains(id)) {
                violation("%s was acknowledged and is not in the store".formatted(id));
            }
        });
        calls.keySet().stream()
                .filter(work -> !stored.contains(work.execution()))
                .forEach(work -> violation("%s was called and is not in the store".formatted(work)));
        bookings.keySet().stream()
                .filter(work -> !stored.contains(work.execution()))
                .forEach(work -> violation("%s has written a row and is not in the store".formatted(work)));
        return violations;
    }

    private void violation(String what) {
        if (violations.size() < VIOLATIONS_KEPT) {
            violations.add(what);
        }
    }

    /** Number of executions in the store. */
    int executions() {
        return seen;
    }

    int acknowledged() {
        return byNumber.size();
    }

    int signals() {
        return signalled.size();
    }

    /** Number of rows that transactional steps have written. */
    int bookings() {
        return booked;
    }

    /** Number of handlers called at each place. */
    Map<Integer, Integer> callsByPlace() {
        return callsByPlace;
    }

    /** Number of handlers that were called again, by the fault that explains it. */
    Map<String, Integer> repeats() {
        return repeats;
    }

    /** Number of calls that failed at the first try, by the fault during which they failed and the kind of call. */
    Map<String, Integer> failures() {
        return failures;
    }
}
