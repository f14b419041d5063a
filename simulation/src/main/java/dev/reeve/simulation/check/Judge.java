package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Incident;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.Rule;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.audit.Auditor;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.oracle.Oracle;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the store's content and all messages and effects against the engine's guarantees. */
public final class Judge implements Witness {

    private static final int BREACHES_MAX = 20;

    /** The actor who decides about escalated steps, as text in the journal. */
    private static final String OPERATOR = "\"by\":\"operator\"";

    private final Timeline timeline;
    private final SimDatabase database;
    private final Map<ExecutionId, Long> settledSince = new HashMap<>();
    private final Coverage sometimes;
    private final EffectLedger ledger;
    private final DeployedPlans plans = new DeployedPlans();
    private final Map<ExecutionId, Biography> biographies = new LinkedHashMap<>();
    private final Set<ExecutionId> acknowledged = new LinkedHashSet<>();
    private final Set<ExecutionId> cancelled = new LinkedHashSet<>();
    private final List<String> breaches = new ArrayList<>();
    private final Set<String> dead = new HashSet<>();
    private final Keys keys = new Keys(this::breach);
    private final CallerKeys callers = new CallerKeys(this::breach);
    private final Rush rush = new Rush();
    private final Mailroom mailroom;
    private final LimitWatch limits;
    private final FamilyCheck families;
    private final ClusterCheck cluster;
    private final SignalCheck signals;
    private final LossWatch losses = new LossWatch(this::breach);
    private long joinMax;

    public Judge(Timeline timeline, SimDatabase database, Coverage sometimes, EffectLedger ledger) {
        this.timeline = timeline;
        this.database = database;
        this.sometimes = sometimes;
        this.ledger = ledger;
        this.mailroom = new Mailroom(this::breach, sometimes);
        this.limits = new LimitWatch(timeline, this::breach, sometimes);
        this.families = new FamilyCheck(this::breach, sometimes, biographies::get);
        this.cluster = new ClusterCheck(this::breach, sometimes);
        this.signals = new SignalCheck(this::breach, biographies, sometimes);
    }

    /** The nodes that share the store. */
    public ClusterCheck cluster() {
        return cluster;
    }

    /** The attempts that are given up because their agents are gone. */
    public LossWatch losses() {
        return losses;
    }

    /** The keys of callers, and the ends that a failover has removed. */
    public CallerKeys callers() {
        return callers;
    }

    /** The signals that callers sent or requested. */
    public SignalCheck signals() {
        return signals;
    }

    /** The messages sent and delivered. */
    public Mailroom mailroom() {
        return mailroom;
    }

    /** Adds a definition that may be deployed. */
    public void knows(Definition workflow) {
        plans.add(workflow);
    }

    /** The journals of all executions with violations, for people. */
    public List<String> journals() {
        List<String> lines = new ArrayList<>();
        biographies.forEach((id, biography) -> {
            if (breaches.stream().anyMatch(breach -> breach.contains(id.toString()))) {
                lines.add("journal of execution %s of %s".formatted(id, biography.plan()));
                lines.add("  " + biography.plan().workflow().toJson().text());
                biography.rows().forEach(row -> lines.add("  %d %s %s".formatted(row.seq(), row.at(), row.events())));
            }
        });
        return lines;
    }

    public List<String> breaches() {
        return breaches;
    }

    public void breach(String rule, String problem) {
        if (breaches.size() < BREACHES_MAX) {
            breaches.add(rule + ": " + problem);
        }
    }

    // Content of the store

    @Override
    public void asked(NodeId node, int lane, long join) {
        if (rush.asked(join, lane, timeline.nanos())) {
            breach("L1", "lane %d of %s tries to write as fast as it can, and nothing is stored".formatted(lane, node));
        }
    }

    @Override
    public void applied(NodeId node, int lane, long join, Batch batch) {
        boolean shares = cluster.isShared();
        if (shares) {
            cluster.applied(node, batch, this::isBusy);
        } else {
            cluster.received(node, batch);
            if (join < joinMax) {
                breach("I9", "lane %d of %s wrote after another node had taken over".formatted(lane, node));
            }
        }
        joinMax = Math.max(joinMax, join);
        rush.applied(join, lane);
        if (dead.contains(node.name())) {
            sometimes.saw(Milestone.APPLIED_AFTER_CRASH);
        }
        mailroom.posted(batch.messages());
        Set<Biography> touched = new LinkedHashSet<>();
        for (ExecutionRow row : batch.started()) {
            if (biographies.containsKey(row.id())) {
                breach("I2", "execution %s started twice".formatted(row.id()));
            }
            callers.started(row, biographies);
            Biography biography = biography(row);
            if (biography != null) {
                biographies.put(row.id(), biography);
                biography.index(row.status(), row.wakeAt(), row.endedAt());
                touched.add(biography);
            }
        }
        for (JournalRow row : batch.journal()) {
            Biography biography = biographies.get(row.id());
            if (biography == null) {
                breach("I4", "a journal row of an execution that never started: " + row.id());
            } else {
                losses.look(biography.state(), row);
                biography.accept(row);
                touched.add(biography);
                if (row.seq() == 1) {
                    new RerunCheck(this::breach).check(biography, biographies::get);
                }
            }
        }
        for (ExecutionChange change : batch.changed()) {
            Biography biography = biographies.get(change.id());
            if (biography == null) {
                breach("I4", "a change of an execution that never started: " + change.id());
            } else {
                biography.index(change.status(), change.wakeAt(), change.endedAt());
                touched.add(biography);
            }
        }
        for (Biography biography : touched) {
            biography.checkIndex();
            note(biography);
            limits.look(biography.state(), biography.rows().getLast());
            families.look(biography);
        }
        limits.judge();
    }

    @Override
    public void undone(NodeId node, int lane, long join, Batch batch) {
        sometimes.saw(Milestone.BATCH_UNDONE);
        cluster.undone(node, batch);
        mailroom.undone(batch.messages());
        callers.undone(batch);
        Set<ExecutionId> touched = new LinkedHashSet<>();
        batch.started().forEach(row -> touched.add(row.id()));
        batch.journal().forEach(row -> touched.add(row.id()));
        batch.changed().forEach(change -> touched.add(change.id()));
        Map<ExecutionId, ExecutionRow> rows = new HashMap<>();
        database.executions().forEach(row -> rows.put(row.id(), row));
        for (ExecutionId id : touched) {
            biographies.remove(id);
            ExecutionRow row = rows.get(id);
            Biography biography = row == null ? null : biography(row);
            if (row == null || biography == null) {
                limits.forget(id);
            } else {
                biographies.put(id, biography);
                database.journal(id).forEach(biography::accept);
                biography.index(row.status(), row.wakeAt(), row.endedAt());
                limits.look(biography.state(), biography.rows().getLast());
            }
        }
        limits.accept();
    }

    @Override
    public void joined(NodeId node, boolean again) {
        cluster.joined(node, again);
    }

    @Override
    public void claimed(NodeId node, ShardSet shards) {
        cluster.claimed(node, shards);
    }

    @Override
    public void removed(String node, boolean silent) {
        cluster.removed(node);
    }

    @Override
    public void tookDoubtful() {
        sometimes.saw(Milestone.TAKEN_OVER_IN_DOUBT);
    }

    @Override
    public void posted(List<InboxRow> all) {
        cluster.posted(all);
    }

    private boolean isBusy(ShardSet shards) {
        return biographies.values().stream()
                .anyMatch(biography -> shards.contains(biography.state().id())
                        && biography.state().inFlight() > 0);
    }

    private void note(Biography biography) {
        ExecutionState state = biography.state();
        timeline.note(
                biography.rows().isEmpty() ? "" : biography.rows().getLast().events());
        if (isSettled(state)) {
            settledSince.put(state.id(), timeline.nanos());
        } else {
            settledSince.remove(state.id());
        }
    }

    private @Nullable Biography biography(ExecutionRow row) {
        int version = version(row);
        if (!plans.has(row.workflow(), version)) {
            breach("I4", "an execution of a workflow that nobody deployed: " + row);
            return null;
        }
        return new Biography(
                row.id(),
                version,
                number -> plans.of(row.workflow(), number),
                sometimes,
                (rule, problem) -> breach(rule, "execution %s: %s".formatted(row.id(), problem)));
    }

    /** The version with which it began. */
    private int version(ExecutionRow row) {
        List<JournalRow> journal = database.journal(row.id());
        return !journal.isEmpty()
                        && EventCodec.read(journal.getFirst().events()).getFirst()
                                instanceof Event.ExecutionStarted started
                ? started.version()
                : row.version();
    }

    // Messages and effects

    /** A node has died. Requests that it sent to the store may still be processed. */
    public void died(String node) {
        dead.add(node);
    }

    public boolean knows(ExecutionId id) {
        return biographies.containsKey(id);
    }

    /** A client received the confirmation that its start is stored. */
    public void startAcknowledged(ExecutionId id) {
        acknowledged.add(id);
        if (!biographies.containsKey(id)) {
            breach("I1", "a start was acknowledged that is not in the store: " + id);
        }
    }

    /** A caller received the confirmation that the cancel is stored. */
    public void cancelAcknowledged(ExecutionId id) {
        cancelled.add(id);
        Biography biography = biographies.get(id);
        if (biography == null || !biography.isCancelled()) {
            breach("I1", "a cancel was acknowledged that is not in the store: " + id);
        }
    }

    /** A caller received the outcome of the execution. */
    public void endTold(ExecutionId id, ExecutionStatus status) {
        Biography biography = biographies.get(id);
        if (biography == null || biography.state().status() != status) {
            breach("I3", "a caller learnt %s as the end of %s, which is %s".formatted(status, id, state(biography)));
        }
    }

    /** An agent received an attempt. */
    public void handedOut(AttemptToken token, String agents, String action, String idempotencyKey, Json input) {
        Biography biography = biographies.get(token.execution());
        if (biography != null && !biography.state().started().namespace().equals(agents)) {
            breach("I15", "an agent of namespace %s received %s".formatted(agents, token));
        }
        if (biography != null) {
            keys.handedOut(biography, token, idempotencyKey, input);
        }
        if (biography == null || !biography.hasStarted(token)) {
            breach("I7", "an attempt was handed out that is not in the store: " + token);
        } else {
            biography.handedOut(token, action, input);
        }
    }

    /** An agent received the confirmation that its report counts. */
    public void reportAccepted(AttemptToken token) {
        Biography biography = biographies.get(token.execution());
        if (biography == null || !biography.hasClosed(token)) {
            breach("I5", "a report was accepted that is not in the store: " + token);
        }
    }

    /** Whether the step has a later attempt for the same purpose. */
    public boolean isSuperseded(AttemptToken token) {
        Biography biography = biographies.get(token.execution());
        StepState step = biography == null ? null : biography.state().step(token.step());
        return step != null && step.attempts(token.purpose()) > token.attempt();
    }

    /** Whether the execution goes forward and could still be compensated. */
    public boolean couldTurnRound(ExecutionId id) {
        Biography biography = biographies.get(id);
        return biography != null && biography.couldTurnRound();
    }

    /** All executions that have started, in order. */
    public List<ExecutionState> executions() {
        return biographies.values().stream().map(Biography::state).toList();
    }

    /** Number of ended executions, without children. */
    public int ended() {
        return (int) biographies.values().stream()
                .map(Biography::state)
                .filter(state -> state.status().isTerminal() && state.started().parent() == null)
                .count();
    }

    /** Whether all executions have ended or wait for a person, and no message waits for its execution. */
    public boolean isSettled() {
        if (!cluster.isReceived()) {
            return false;
        }
        for (Biography biography : biographies.values()) {
            if (!isSettled(biography.state())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSettled(ExecutionState state) {
        return state.status().isTerminal()
                || (state.status() == ExecutionStatus.ESCALATED && state.open().isEmpty())
                || (state.status() == ExecutionStatus.PAUSED && state.inFlight() == 0);
    }

    /** Whether the execution ended before this virtual time. */
    public boolean hasEndedBefore(ExecutionId id, long nanos) {
        Biography biography = biographies.get(id);
        Long since = settledSince.get(id);
        return biography != null && biography.state().status().isTerminal() && since != null && since < nanos;
    }

    /** Whether the execution makes no progress until a person decides. */
    public boolean waitsForPerson(ExecutionId id) {
        Biography biography = biographies.get(id);
        return biography != null && !biography.state().status().isTerminal() && isSettled(biography.state());
    }

    // The end

    /** Final checks, after all faults have ended and enough time has passed. */
    public void atEnd() {
        for (ExecutionId id : acknowledged) {
            if (!biographies.containsKey(id)) {
                breach("I1", "an acknowledged start was lost: " + id);
            }
        }
        for (ExecutionId id : cancelled) {
            Biography biography = biographies.get(id);
            if (biography == null || !biography.isUndoing()) {
                breach("I1", "an acknowledged cancel had no effect: " + id);
            }
        }
        signals.atEnd();
        Map<ExecutionId, ExecutionRow> rows = new HashMap<>();
        database.executions().forEach(row -> rows.put(row.id(), row));
        if (!rows.keySet().equals(biographies.keySet())) {
            breach("I4", "the store holds other executions than were written");
        }
        biographies.forEach((id, biography) -> {
            ExecutionRow row = rows.get(id);
            if (row != null) {
                biography.index(row.status(), row.wakeAt(), row.endedAt());
                biography.checkIndex();
            }
            if (!database.journal(id).equals(biography.rows())) {
                breach("I4", "the journal of %s is not what was written".formatted(id));
            }
            atEnd(id, biography);
            if (biography.state().started().replyTo() != null) {
                mailroom.atEnd(id, biography.state().status());
            }
            if (!SignalCheck.isRefusal(biography.state())) {
                askOracle(id, biography); // a refusal fails for no reason of its definition
            }
        });
        askAuditor();
    }

    /** A node's auditor reports an incident, while faults still happen. */
    public void alarmed(Incident incident) {
        breach(requirement(incident.rule()), "the auditor found: " + incident);
    }

    /** The requirement behind a rule of the auditor. */
    private static String requirement(Rule rule) {
        return switch (rule) {
            case HISTORY -> "I4";
            case SINGLE_OUTCOME -> "I5";
            case WAKE_UP -> "I11";
            case INBOX -> "I17";
            case FAMILY -> "S7";
            case SCHEDULE -> "S8";
            case VERSION -> "R47";
            case PERMIT -> "I8";
        };
    }

    /** The auditor must agree after a complete pass, as {@code ./reeve verify} makes. */
    private void askAuditor() {
        try (Store store = database.open(Runnable::run)) {
            Auditor.whole(store, executions -> {}).incidents().forEach(this::alarmed);
        }
    }

    /** Checks the journal with the oracle, which is written from the documentation alone. */
    private void askOracle(ExecutionId id, Biography biography) {
        String workflow = biography.plan().workflow().name();
        Oracle oracle = new Oracle(
                plans.of(workflow, biography.state().started().version()).workflow(),
                version -> plans.of(workflow, version).workflow(),
                version -> plans.of(workflow, version).whole().workflow(),
                id.toString());
        // A node that has not followed a step forwards yet may write after one that has (seed 116300).
        if (database.clockSetBack().isPositive()
                || (cluster.isShared() && database.clockFarthest().isPositive())) {
            oracle.clockWasSet();
        }
        for (JournalRow row : biography.rows()) {
            for (String problem : oracle.accept(row.events(), row.at())) {
                breach("oracle", "execution %s, row %d: %s".formatted(id, row.seq(), problem));
            }
        }
        oracle.atEnd().forEach(problem -> breach("oracle", "execution %s: %s".formatted(id, problem)));
        String status = biography.state().status().name();
        if (!oracle.status().equals(status)) {
            breach("oracle", "execution %s is %s, and by the documents %s".formatted(id, status, oracle.status()));
        }
    }

    private void atEnd(ExecutionId id, Biography biography) {
        ExecutionState state = biography.state();
        if (!state.status().isTerminal()
                && state.status() != ExecutionStatus.ESCALATED
                && state.status() != ExecutionStatus.PAUSED) {
            breach("L1", "execution %s is still %s: %s".formatted(id, state.status(), open(state)));
        }
        for (Biography.Accepted accepted : biography.accepted()) {
            if (!accepted.output().equals(ledger.report(accepted.token()))) {
                breach(
                        "I5",
                        "%s was accepted of %s, which reported %s"
                                .formatted(accepted.output(), accepted.token(), ledger.report(accepted.token())));
            }
        }
        if (state.status() == ExecutionStatus.COMPENSATED || state.status() == ExecutionStatus.CANCELLED) {
            ExecutionId undone = undone(state);
            Biography done = undone == null ? biography : Objects.requireNonNull(biographies.get(undone));
            biography.plan().workflow().steps().forEach(step -> checkUndone(done, biography, step));
        } else if (state.status() == ExecutionStatus.COMPLETED) {
            biography.undoneEarly().forEach(step -> checkUndone(biography, biography, step));
        }
    }

    /** The execution that this one undoes; null if it undoes its own steps. */
    private static @Nullable ExecutionId undone(ExecutionState state) {
        Parent parent = state.started().parent();
        return parent == null ? null : parent.undoes();
    }

    /**
     * Checks that each effect that really happened and can be undone is undone, also if the engine did not know of it
     * (I10).
     *
     * @param done the execution with the effect
     * @param biography the execution that undid it: the same one, or one that was started for that
     */
    private void checkUndone(Biography done, Biography biography, Step step) {
        if (!(step.task() instanceof Task.Action action) || action.compensate() == null) {
            return;
        }
        boolean leftByPerson = isDecidedByPerson(biography) || isDecidedByPerson(done);
        for (StepPath path : done.language().parts(step)) {
            String key = new AttemptToken(done.state().id(), path, Purpose.FORWARD, 1, 0).idempotencyKey();
            if (ledger.isDone(key)
                    && ledger.isReliable(key)
                    && !biography.undone().contains(path)
                    && !done.undone().contains(path)
                    && !leftByPerson) {
                StepStatus status =
                        Objects.requireNonNull(biography.state().step(path)).status();
                breach(
                        "I10",
                        "step %s of %s was done and is %s in %s, not undone"
                                .formatted(
                                        path,
                                        done.state().id(),
                                        status,
                                        biography.state().id()));
            }
        }
    }

    private static boolean isDecidedByPerson(Biography biography) {
        return biography.rows().stream().anyMatch(row -> row.events().contains(OPERATOR));
    }

    private static String open(ExecutionState state) {
        StringBuilder text = new StringBuilder();
        for (StepPath path : state.open()) {
            text.append(path).append(' ').append(state.step(path)).append("; ");
        }
        return text.toString();
    }

    private static String state(@Nullable Biography biography) {
        return biography == null
                ? "not in the store"
                : biography.state().status().name();
    }
}
