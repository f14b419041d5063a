package dev.reeve.test;

import dev.reeve.Purpose;
import dev.reeve.internal.test.store.Decisions;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Injects exactly the planned faults, and records all points at which a fault could be injected. */
final class Injector implements Witness, Decisions, Mishaps {

    private static final Duration AWAY = Duration.ofMinutes(1);

    private final List<Fault> plan;
    private final Deployment deployment;
    private final Runnable cancel;

    /** The points in the order in which the run reached them, with the codes that the definition names for them. */
    private final Map<Point, Set<String>> points = new LinkedHashMap<>();

    private final Set<Fault> happened = new LinkedHashSet<>();
    private final Set<String> unavailable = new HashSet<>();

    /** The code with which the service refuses all further attempts, by their common name. */
    private final Map<String, String> refused = new HashMap<>();

    private @Nullable Rig rig;
    private int commits;

    /** The fault of the commit that was just requested. */
    private @Nullable StoreFault armed;

    private boolean diesWhenApplied;
    private long awayUntil;
    private boolean looking;

    /** @param cancel cancels the execution */
    Injector(List<Fault> plan, Deployment deployment, Runnable cancel) {
        this.plan = List.copyOf(plan);
        this.deployment = deployment;
        this.cancel = cancel;
    }

    /** Creates a rig with the planned faults. */
    Rig rig() {
        Map<StoreFault, Double> possible = Map.of(StoreFault.REQUEST_LOST, 1.0, StoreFault.ANSWER_LOST, 1.0);
        Rig made = new Rig(this, new StoreFaults(possible, this));
        made.database().witness(this);
        rig = made;
        return made;
    }

    /** The points in the order in which the run reached them. */
    List<Point> points() {
        return List.copyOf(points.keySet());
    }

    /** The codes that the definition names for the attempts at this point. */
    Set<String> codes(Point point) {
        return points.getOrDefault(point, Set.of());
    }

    Set<Fault> happened() {
        return happened;
    }

    private Rig here() {
        return Objects.requireNonNull(rig, "it was made");
    }

    private @Nullable Fault planned(Point point) {
        for (Fault fault : plan) {
            if (fault.isAt(point) && happened.add(fault)) {
                here().tell("FAULT: " + fault.words());
                return fault;
            }
        }
        return null;
    }

    // Attempts

    @Override
    public Mishap of(AttemptRequest request) {
        String place = here().family.place(request.token().execution());
        Point point = Point.attempt(place, request.token());
        points.put(point, codes(request));
        String series = Point.series(place, request.token());
        Fault fault = planned(point);
        if (fault != null && fault.code() != null) {
            refused.put(series, fault.code());
        }
        if (fault != null && fault.kind() == FaultKind.UNAVAILABLE_FOR_EVER) {
            unavailable.add(series);
        }
        if (fault == null) {
            if (refused.containsKey(series)) {
                return Mishap.REFUSED;
            }
            return unavailable.contains(series) ? Mishap.UNAVAILABLE : Mishap.NONE;
        }
        return Objects.requireNonNull(fault.kind().mishap(), "a fault of an attempt");
    }

    private Set<String> codes(AttemptRequest request) {
        return request.token().purpose() == Purpose.FORWARD
                ? deployment.codes(request.workflow(), request.token().step().step())
                : Set.of();
    }

    @Override
    public String refusal(AttemptRequest request) {
        String place = here().family.place(request.token().execution());
        return refused.getOrDefault(Point.series(place, request.token()), Mishaps.super.refusal(request));
    }

    @Override
    public void looking(boolean isLooking) {
        looking = isLooking;
    }

    // Commits

    @Override
    public void asked(NodeId node, int lane, long join, Batch batch) {
        if (batch.journal().isEmpty()) {
            // The engine only checks that it still owns the lane.
            return;
        }
        Point point = Point.commit(++commits);
        points.put(point, Set.of());
        armed = null;
        Fault fault = planned(point);
        if (fault == null) {
            return;
        }
        switch (fault.kind()) {
            case ENGINE_DIES_BEFORE_COMMIT -> {
                armed = StoreFault.REQUEST_LOST;
                dies();
            }
            case ENGINE_DIES_AFTER_COMMIT -> diesWhenApplied = true;
            case COMMIT_ANSWER_LOST -> armed = StoreFault.ANSWER_LOST;
            case CANCELLED -> here().later(Duration.ZERO, "cancel", cancel);
            case STORE_AWAY -> awayUntil = here().timeline.nanos() + AWAY.toNanos();
            default -> throw new IllegalStateException("not a fault of a commit: " + fault);
        }
    }

    @Override
    public void applied(NodeId node, int lane, long join, Batch batch) {
        if (diesWhenApplied) {
            diesWhenApplied = false;
            dies();
        }
    }

    @Override
    public void undone(NodeId node, int lane, long join, Batch batch) {
        throw new IllegalStateException("no failover was planned");
    }

    /** Scheduled as a separate task: inside an engine turn, the engine would live on until the end of the turn. */
    private void dies() {
        here().later(Duration.ZERO, "process dies", here()::crash);
    }

    @Override
    public boolean happens(String kind, double rate) {
        if (looking || rig == null) {
            return false;
        }
        StoreFault fault =
                StoreFault.valueOf(kind.substring(kind.indexOf(' ') + 1).toUpperCase(Locale.ROOT));
        if (fault == armed) {
            armed = null;
            return true;
        }
        return fault == StoreFault.REQUEST_LOST && here().timeline.nanos() < awayUntil;
    }
}
