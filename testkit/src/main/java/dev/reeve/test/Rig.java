package dev.reeve.test;

import dev.reeve.AttemptToken;
import dev.reeve.AuditOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.Situation;
import dev.reeve.StepActivity;
import dev.reeve.StepExplanation;
import dev.reeve.SupervisorOptions;
import dev.reeve.internal.model.definition.ActionReferences;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One process with an engine and its agents, on an in-memory database, in virtual time. A new process replaces one that
 * dies. Used by one thread.
 */
final class Rig implements AutoCloseable {

    private static final long SEED = 1;
    private static final Duration RESTART = Duration.ofSeconds(1);

    /**
     * Makes sweeps rare, so that an idle engine does not cost one sweep for each virtual second of a month. Timers stay
     * exact: what is due before the next sweep is kept in memory. A sweep would also notice a lost agent and a request
     * that did not arrive; {@link VirtualAgent} does that here.
     */
    private static final NodeOptions UNHURRIED = NodeOptions.defaults()
            .withLanes(1)
            .withLaneAndSupervisor(
                    new LaneOptions(2_000, 20_000, 50_000, 500, Duration.ofHours(1), Duration.ofHours(2)),
                    new SupervisorOptions(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(3), 5_000))
            .withDrain(Duration.ofSeconds(10))
            .withAudit(AuditOptions.OFF)
            .withServices(ServiceOptions.OFF);

    final Timeline timeline = new Timeline(SEED);
    final Family family = new Family(id -> find(id, Execution::history).orElse(List.of()));
    final Outside outside = new Outside(family::predecessor);
    final Services services = new Services(outside, this::employ);
    final Story story;
    private final SimDatabase database;
    private final Mishaps mishaps;
    private final Map<String, VirtualAgent> agents = new LinkedHashMap<>();
    private final List<ActionCall> calls = new ArrayList<>();
    private final Set<ExecutionId> executions = new LinkedHashSet<>();
    private final Set<String> actions = new LinkedHashSet<>();
    /**
     * The executions that may need a person. Without any, nothing is explained after a commit, since that takes long
     * after many rounds.
     */
    private final Set<ExecutionId> halted = new HashSet<>();

    private boolean nested;
    private int processes;
    private long commits;
    private @Nullable SimNode node;
    private @Nullable AssertionError broken;

    Rig(Mishaps mishaps, StoreFaults faults) {
        this.mishaps = mishaps;
        this.database = SimDatabase.model(timeline, faults);
        this.story = new Story(database.now());
        database.witness(new Witness() {
            @Override
            public void applied(NodeId by, int lane, long join, Batch batch) {
                commits++;
                batch.started().forEach(row -> noteHalt(row.id(), isHalted(row.status())));
                batch.changed().forEach(change -> noteHalt(change.id(), isHalted(change.status())));
            }

            @Override
            public void undone(NodeId by, int lane, long join, Batch batch) {
                commits++;
                batch.changed().forEach(change -> noteHalt(change.id(), true));
            }
        });
    }

    private static boolean isHalted(ExecutionStatus status) {
        return status == ExecutionStatus.ESCALATED || status == ExecutionStatus.PAUSED;
    }

    private void noteHalt(ExecutionId id, boolean isHalted) {
        if (isHalted) {
            halted.add(id);
        } else {
            halted.remove(id);
        }
    }

    /** Commits the transaction in which an attempt stored its output. Does nothing for other steps. */
    void stored(AttemptToken token, Json output) {
        ModelPermits permits = database.permits();
        ModelPermits.AgentTransaction transaction = permits == null ? null : permits.complete(token, output);
        if (transaction != null) {
            transaction.commit();
        }
    }

    SimDatabase database() {
        return database;
    }

    // The process

    void open() {
        SimNode opened = new SimNode(++processes, timeline, new SplittableRandom(SEED + processes), 0, this::threw);
        try {
            opened.open(it -> database.open(it::run), UNHURRIED);
        } catch (StoreException | ReeveException e) {
            opened.crash();
            timeline.after(RESTART, "open", this::open);
            return;
        }
        node = opened;
        agents.values().forEach(VirtualAgent::start);
    }

    /** Kills the engine and the agents. Unstored and unsent work is lost. */
    void crash() {
        SimNode old = node;
        if (old != null) {
            node = null;
            old.crash();
            agents.values().forEach(VirtualAgent::die);
            timeline.after(RESTART, "open", () -> {
                tell("the process is started again");
                open();
            });
        }
    }

    @Nullable SimNode node() {
        return node;
    }

    private void threw(String where, Throwable error) {
        broken = new AssertionError("%s of the engine threw %s: a mistake in Reeve".formatted(where, error), error);
    }

    // Agents: one for each action, so that adding one does not disturb the others

    private void employ(String action) {
        agents.computeIfAbsent(action, it -> {
            VirtualAgent agent = new VirtualAgent(this, it);
            if (node != null) {
                agent.start();
            }
            return agent;
        });
    }

    void deploy(Definition workflow) {
        reeve().deploy(workflow);
        knows(workflow);
    }

    void deploy(List<Definition> workflows) {
        reeve().deploy(workflows);
        workflows.forEach(this::knows);
    }

    private void knows(Definition workflow) {
        actions.addAll(ActionReferences.of(workflow));
        nested |= Deployment.steps(workflow).anyMatch(step -> step.task() instanceof Task.Child);
    }

    /** Notes the actions of a job. */
    void calls(String action, @Nullable String probe) {
        actions.add(action);
        if (probe != null) {
            actions.add(probe);
        }
    }

    /** Lets each action of a workflow that the test does not set up succeed. */
    void otherActionsSucceed(Definition workflow) {
        ActionReferences.of(workflow).stream()
                .filter(action -> !services.isSaid(action))
                .forEach(services::on);
    }

    Mishap befalls(AttemptRequest request) {
        return mishaps.of(request);
    }

    String refusal(AttemptRequest request) {
        return mishaps.refusal(request);
    }

    void called(AttemptRequest request) {
        calls.add(new ActionCall(
                now(),
                request.action(),
                request.token().execution(),
                request.token().step(),
                request.token().purpose(),
                request.token().attempt(),
                request.idempotencyKey(),
                request.input()));
    }

    List<ActionCall> calls() {
        return List.copyOf(calls);
    }

    // Time

    Instant now() {
        return database.now();
    }

    void tell(String what) {
        story.tell(now(), what);
    }

    void later(Duration delay, String what, Runnable task) {
        timeline.after(delay, what, task);
    }

    /** @return whether the condition holds; false if {@code patience} has passed first */
    boolean runUntil(BooleanSupplier isSo, Duration patience) {
        long until = timeline.nanos() + patience.toNanos();
        while (!isSo.getAsBoolean()) {
            boolean more = timeline.runNextBefore(until);
            if (broken != null) {
                throw broken;
            }
            if (!more) {
                return isSo.getAsBoolean();
            }
        }
        return true;
    }

    // Requests of a caller

    /** Waits for an answer in virtual time. */
    <T> T ask(Function<SimNode, CompletionStage<T>> question, String what) {
        runUntil(() -> node != null, Duration.ofMinutes(10));
        SimNode asked = Objects.requireNonNull(node, "a process that died is started again");
        CompletableFuture<T> answer = new CompletableFuture<>();
        asked.run(() -> question.apply(asked).whenComplete((told, error) -> {
            if (error == null) {
                answer.complete(told);
            } else {
                answer.completeExceptionally(error);
            }
        }));
        if (!runUntil(answer::isDone, Duration.ofMinutes(2))) {
            throw new AssertionError("no answer within two minutes: " + what);
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
        }
    }

    /** Notes an execution that was started for the test, so that it becomes part of the story. */
    void started(ExecutionId id) {
        executions.add(id);
    }

    /** The story so far, in words, in the order of time. Executions that retention removed are left out. */
    List<String> whatHappened() {
        List<ExecutionId> roots = List.copyOf(executions);
        List<String> told = new ArrayList<>(story.with(family.of(roots)));
        roots.stream().map(this::unperformed).flatMap(Optional::stream).forEach(told::add);
        return told;
    }

    Reeve reeve() {
        runUntil(() -> node != null, Duration.ofMinutes(10));
        return Objects.requireNonNull(node, "a process that died is started again")
                .reeve();
    }

    /** @throws AssertionError if there is no such execution */
    <T> T look(ExecutionId id, Function<Execution, T> question) {
        return find(id, question).orElseThrow(() -> new AssertionError("there is no execution " + id));
    }

    /** Reads for the kit itself, without injected faults. Empty if there is no such execution. */
    <T> Optional<T> find(ExecutionId id, Function<Execution, T> question) {
        Reeve reeve = reeve();
        mishaps.looking(true);
        try {
            return reeve.find(id).map(question);
        } finally {
            mishaps.looking(false);
        }
    }

    /** The key without the execution id, for the story, which mostly concerns one execution. */
    String shortKey(AttemptToken token) {
        return token.idempotencyKey().substring(token.execution().toString().length() + 1);
    }

    boolean runUntilSettled(ExecutionId id, Duration patience) {
        return runUntilSettled(id, patience, () -> false);
    }

    /**
     * @param isVain whether waiting has become pointless
     * @return whether the execution is at rest
     */
    boolean runUntilSettled(ExecutionId id, Duration patience, BooleanSupplier isVain) {
        long[] seen = {-1};
        boolean[] settled = {false};
        runUntil(
                () -> {
                    // Only a commit changes the result.
                    if (node != null && seen[0] != commits) {
                        seen[0] = commits;
                        settled[0] = isSettled(id);
                        unperformed(id).ifPresent(waits -> {
                            throw new AssertionError(waits);
                        });
                    }
                    return settled[0] || isVain.getAsBoolean();
                },
                patience);
        return settled[0];
    }

    /** Whether the execution has ended, or makes no progress without a person. */
    private boolean isSettled(ExecutionId id) {
        return find(id, this::isSettled).orElse(false);
    }

    private boolean isSettled(Execution execution) {
        ExecutionStatus status = execution.status();
        return status.isTerminal()
                || (status == ExecutionStatus.PAUSED
                        && execution.describe().steps().stream()
                                .noneMatch(step -> step.now() instanceof StepActivity.Running))
                || ((status == ExecutionStatus.ESCALATED || (nested && !halted.isEmpty())) && needsPerson(execution));
    }

    /** Whether each open step, or the child execution that does it, needs a person. */
    private boolean needsPerson(Execution execution) {
        List<StepExplanation> steps = execution.explain().steps();
        return !steps.isEmpty()
                && steps.stream().allMatch(step -> switch (step.situation()) {
                    case Situation.NeedsPerson person -> true;
                    case Situation.Child child ->
                        find(child.child(), it -> !it.status().isTerminal() && needsPerson(it))
                                .orElse(false);
                    default -> false;
                });
    }

    /** Describes a step, of the execution or of a child, whose action the test has not set up. */
    private Optional<String> unperformed(ExecutionId id) {
        if (actions.stream().allMatch(services::isSaid)) {
            return Optional.empty();
        }
        return find(id, Execution::explain)
                .filter(explanation -> explanation.status() != ExecutionStatus.PAUSED)
                .flatMap(explanation -> explanation.steps().stream()
                        .map(step -> unperformed(explanation, step))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private Optional<String> unperformed(Explanation explanation, StepExplanation step) {
        return switch (step.situation()) {
            case Situation.Queued queued -> unperformed(explanation, step, step.action());
            case Situation.Unoffered unoffered -> unperformed(explanation, step, step.action());
            case Situation.Child child -> unperformed(child.child());
            default -> Optional.empty();
        };
    }

    private Optional<String> unperformed(Explanation explanation, StepExplanation step, @Nullable String action) {
        if (action == null || !actions.contains(action) || services.isSaid(action)) {
            return Optional.empty();
        }
        return Optional.of(
                "step '%s' of execution %s waits for '%s', which nothing performs: say handle(\"%s\", …) or on(\"%s\"), or otherActionsSucceed(workflow) for all that nothing was said of; nobodyPerforms(\"%s\") if it is to wait"
                        .formatted(step.step(), explanation.execution(), action, action, action, action));
    }

    @Override
    public void close() {
        database.close();
    }
}
