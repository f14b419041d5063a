package dev.reeve.simulation.world;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.codec.RequestCodec;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A client that wants one execution, and retries until it has it. */
final class Client {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final int ROUNDS_MAX = 3;

    private final Scene scene;
    private final Sender sender;
    private final RandomGenerator random;
    private final String name;
    private final String key;
    private final String namespace;
    private final boolean keyed;
    private final int number;
    private final boolean cancels;
    private final boolean conflicts;
    private final boolean repeats;

    /** The delay of the execution's start; null for none. */
    private final @Nullable Duration delay;

    /** Whether its starts refuse keys that are known. */
    private final boolean refuses;

    /** Whether it requests its start by an SQL function, which needs no node. */
    private final boolean requests;

    /** Whether it starts its key anew after the end of its execution. */
    private final boolean renews;

    /** The number of ends that it has seen. */
    private int round;

    /** How many ends of its execution had been lost when it saw the last one. */
    private int endsLost;

    /** How often it has sent its start. */
    private int sent;

    /** Whether a start was acknowledged. */
    private boolean known;

    private @Nullable Definition workflow;
    private @Nullable ExecutionId id;
    private boolean content;
    private boolean wantsEnd;
    private boolean wantsCancel;
    private boolean asked;
    private boolean crashed;

    /** Counts requests, to recognise an answer to an earlier request. */
    private int question;

    Client(Scene scene, Sender sender, int number) {
        this.scene = scene;
        this.sender = sender;
        this.name = "client" + number;
        this.random = scene.fate.source(name);
        this.number = number;
        this.key = scene.neighbourhood.keyOfClient(number);
        this.namespace = scene.neighbourhood.ofClient(number);
        this.keyed = random.nextInt(4) > 0;
        this.refuses = keyed && number % 3 == 0;
        this.cancels = scene.happens(WorldFault.CLIENT_CANCELS);
        this.conflicts = keyed && number % 3 != 1 && scene.happens(WorldFault.CLIENT_CONFLICTS);
        this.delay = scene.happens(WorldFault.CLIENT_DELAYS)
                ? Duration.ofMillis(scene.fate.source("delays").nextInt(90_000))
                : null;
        this.requests = number % 4 == 1 && delay == null && scene.database.takesRequests();
        this.renews = keyed && number % 3 == 1;
        this.repeats = keyed && number % 3 != 1 && scene.happens(WorldFault.CLIENT_REPEATS);
    }

    void begin() {
        if (scene.fate.planned("start")) {
            start();
        } else {
            content = true;
        }
    }

    boolean isContent() {
        return content;
    }

    /** Stops clients that only watch during the trouble. */
    void healed() {
        wantsCancel = false;
    }

    @Override
    public String toString() {
        return name + (id == null ? " wants to start" : wantsCancel ? " wants to cancel" : " wants the end of " + id);
    }

    private void later(Duration delay, Runnable task) {
        scene.timeline.after(delay.plusMillis(random.nextInt(500)), name, task);
    }

    private interface Ask {
        void of(SimNode node, int question);
    }

    /** Asks a node, and asks again without an answer. */
    private void ask(Ask ask, Runnable again) {
        SimNode node = scene.someNode(random);
        int mine = ++question;
        if (node == null) {
            later(AGAIN, again);
            return;
        }
        asked = true;
        boolean mustAnswer = scene.hasBeenHealedFor(PATIENCE);
        scene.timeline.after(PATIENCE, name, () -> {
            if (question == mine) {
                question++;
                scene.story.tell(() -> name + " gave up waiting for node " + node.number());
                crashed |= !node.isAlive();
                if (mustAnswer && node.isAlive()) {
                    scene.judge.breach("L1", name + " was never answered by node " + node.number());
                }
                if (id == null) {
                    scene.sometimes.saw(Milestone.START_UNKNOWN);
                }
                again.run();
            }
        });
        node.run(() -> ask.of(node, mine));
    }

    /** Whether this is the awaited answer. */
    private boolean isAnswer(int mine) {
        if (question != mine) {
            return false;
        }
        question++;
        return true;
    }

    private void start() {
        Definition chosen = workflow == null ? scene.someWorkflow(random) : workflow;
        if (chosen == null) {
            later(AGAIN, this::start);
            return;
        }
        workflow = chosen;
        Json input = new Json("{\"n\":%d}".formatted(number % 10));
        if (requests) {
            request(chosen, input);
            return;
        }
        if (asked) {
            scene.sometimes.saw(Milestone.START_REPEATED);
            if (crashed && scene.judge.knows(Ids.ofKey(namespace, key))) {
                scene.sometimes.saw(Milestone.START_AFTER_CRASH);
            }
        }
        Renewal renewal = new Renewal(round, id, endsLost);
        ask(
                (node, mine) -> {
                    sent++;
                    started(mine, renewal, () -> start(node, chosen, input, how(renewal)));
                },
                this::startAgain);
    }

    /** Sometimes twice, as by a caller that did not learn the outcome of its commit. */
    private void request(Definition chosen, Json input) {
        if (renews && !scene.database.isConfirming()) {
            later(AGAIN, this::start);
            return;
        }
        Renewal renewal = new Renewal(round, id, endsLost);
        ExecutionId mine = requestedId(renewal);
        id = mine;
        Map<String, Object> options = new TreeMap<>(
                Map.of("version", chosen.version(), "priority", number % 3, "labels", Map.of("client", name)));
        if (!namespace.equals(Namespaces.DEFAULT)) {
            options.put("namespace", namespace);
        }
        if (keyed) {
            options.put("key", key);
            options.put("keyPolicy", refuses ? "refuse" : renews ? "return_open" : "return");
        }
        if (renews) {
            options.put("request", renewal.request());
        }
        if (scene.profile.delivery() != null && number % 4 > 0) {
            options.put("replyTo", Receivers.uri(number).toString());
            options.put("correlationId", name);
        }
        Request start = new Request.SqlStart(chosen.name(), input, Json.of(options));
        InboxPost post = new InboxPost(mine, "", 0, RequestCodec.write(start));
        scene.database.request(post);
        if (keyed && !refuses && random.nextBoolean()) {
            scene.database.request(post);
        }
        scene.story.tell(() -> name + " requests " + mine);
        later(AGAIN, () -> awaitRequested(renewal));
    }

    /** The id that the SQL function returns, which finds the newest execution of the key. */
    private ExecutionId requestedId(Renewal renewal) {
        if (!keyed) {
            return new Ids(random).next(scene.database.now());
        }
        ExecutionId first = Ids.ofKey(namespace, key);
        ExecutionRow newest = renews ? scene.database.newest(first).orElse(null) : null;
        if (newest == null) {
            return first;
        }
        boolean isAnswer = !newest.status().isTerminal()
                || renewal.request().equals(newest.labels().get(StartRequest.REQUEST));
        return isAnswer ? newest.id() : Succession.after(newest.id());
    }

    private void awaitRequested(Renewal renewal) {
        ExecutionId mine = id;
        if (mine != null && scene.judge.knows(mine)) {
            scene.judge.startAcknowledged(mine);
            scene.judge.signals().applied(mine);
            renewed(renewal, mine);
            goOn();
        } else {
            later(AGAIN, () -> awaitRequested(renewal));
        }
    }

    /**
     * @param last the execution that has ended; null in the first round
     * @param endsLost how many ends of it had been lost when the client saw one
     */
    private record Renewal(int round, @Nullable ExecutionId last, int endsLost) {
        String request() {
            return "round" + round;
        }
    }

    private Start how(Renewal renewal) {
        if (renews) {
            return Start.key(key).keyPolicy(KeyPolicy.RETURN_OPEN).request(renewal.request());
        }
        return keyed ? Start.key(key).keyPolicy(refuses ? KeyPolicy.REFUSE : KeyPolicy.RETURN) : Start.plain();
    }

    private CompletionStage<Execution> start(SimNode node, Definition chosen, Json input) {
        return start(node, chosen, input, how(new Renewal(0, null, 0)));
    }

    private CompletionStage<Execution> start(SimNode node, Definition chosen, Json input, Start asked) {
        Start how = asked;
        if (scene.profile.delivery() != null && number % 4 > 0) {
            how = how.replyTo(Receivers.uri(number)).correlationId(name);
        }
        if (delay != null) {
            how = how.after(delay);
        }
        return view(node)
                .startAsync(
                        chosen.name(),
                        input,
                        how.version(chosen.version())
                                .priority(number % 3)
                                .label("client", name)
                                .label("shop", "berlin"));
    }

    private void started(int mine, Renewal renewal, Supplier<CompletionStage<Execution>> call) {
        try {
            call.get().whenComplete((execution, error) -> {
                if (execution != null) {
                    acknowledged(execution.id());
                    renewed(renewal, execution.id());
                }
                if (isAnswer(mine)) {
                    if (execution == null) {
                        refused(error);
                    } else {
                        id = execution.id();
                        scene.story.tell(() -> name + " started " + id);
                        goOn();
                    }
                }
            });
        } catch (ReeveException | StoreException e) {
            if (isAnswer(mine)) {
                refused(e);
            }
        }
    }

    private void acknowledged(ExecutionId started) {
        scene.judge.startAcknowledged(started);
        if (refuses && known) {
            scene.judge.breach("I2", name + " refuses known keys, and was acknowledged twice: " + started);
        }
        known = true;
    }

    private void renewed(Renewal renewal, ExecutionId started) {
        ExecutionId last = renewal.last();
        if (last != null) {
            scene.sometimes.saw(Milestone.START_RENEWED);
            boolean isEndLost = scene.judge.callers().endsLost(last) > renewal.endsLost();
            if (!isEndLost && !Succession.isAfter(started, last)) {
                scene.judge.breach("I2", "%s starts anew after %s, and gets %s".formatted(name, last, started));
            }
        }
    }

    /** The execution has ended. */
    private void over() {
        ExecutionId last = id;
        Definition chosen = workflow;
        SimNode node = scene.someNode(random);
        if (!renews || last == null || chosen == null || round >= ROUNDS_MAX || scene.fate.isHealed()) {
            content = true;
            return;
        }
        round++;
        endsLost = scene.judge.callers().endsLost(last);
        if (node != null && random.nextBoolean()) {
            Json input = new Json("{\"n\":%d}".formatted(number % 10));
            node.run(() ->
                    quietly(() -> start(node, chosen, input, Start.key(key)).whenComplete((execution, error) -> {
                        if (execution != null && Succession.isAfter(last, execution.id())) {
                            scene.judge.breach("I2", "%s is not the newest of its key".formatted(execution.id()));
                        }
                    })));
        }
        later(Duration.ofMillis(random.nextInt(5_000)), this::start);
    }

    /** An earlier start of this client has the key, though its answer was lost. */
    private boolean isRefusedByItself(@Nullable ErrorCode code) {
        return code == ErrorCode.CONFLICT && refuses && sent > 1;
    }

    private void refused(@Nullable Throwable error) {
        if (isRefusedByItself(code(error))) {
            scene.sometimes.saw(Milestone.START_KEY_REFUSED);
            id = Ids.ofKey(namespace, key);
            goOn();
            return;
        }
        ErrorCode code = code(error);
        scene.story.tell(() -> name + " was refused: " + error);
        if (code == ErrorCode.OVERLOADED) {
            scene.sometimes.saw(Milestone.START_OVERLOADED);
        }
        if (code == ErrorCode.CONFLICT) {
            scene.judge.breach("I2", name + ": a start conflicts with itself: " + error);
        }
        if (code == ErrorCode.INVALID_INPUT) {
            // The database rejected the data: that is final, and nothing is stored.
            content = true;
        } else {
            later(AGAIN, this::startAgain);
        }
    }

    private void startAgain() {
        if (keyed) {
            start();
        } else if (!content) {
            // Without a key the client cannot find out, and gives up.
            content = true;
        }
    }

    private static @Nullable ErrorCode code(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
        return cause instanceof ReeveException reeve ? reeve.code() : null;
    }

    private void goOn() {
        ExecutionId mine = id;
        Definition chosen = workflow;
        if (mine != null && chosen != null) {
            sender.startedBy(name, mine, chosen);
        }
        if (repeats) {
            later(Duration.ofMillis(random.nextInt(60_000)), this::repeat);
        }
        if (conflicts) {
            later(Duration.ofMillis(random.nextInt(60_000)), this::conflict);
        }
        if (random.nextInt(3) == 0) {
            later(Duration.ofMillis(random.nextInt(60_000)), this::look);
        }
        wantsEnd = random.nextInt(3) > 0 || renews;
        wantsCancel = cancels;
        if (wantsCancel) {
            later(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 300 : 60_000)), this::cancel);
        } else {
            awaitEnd();
        }
    }

    /** An identical start must find the same execution. */
    private void repeat() {
        Definition chosen = workflow;
        SimNode node = scene.someNode(random);
        if (node != null && chosen != null) {
            Json input = new Json("{\"n\":%d}".formatted(number % 10));
            node.run(() -> quietly(() -> start(node, chosen, input).whenComplete((execution, error) -> {
                scene.sometimes.saw(Milestone.START_REPEATED);
                if (execution != null && (refuses || !execution.id().equals(id))) {
                    scene.judge.breach("I2", "a repeated start is acknowledged as: " + execution.id());
                }
                if (code(error) == ErrorCode.CONFLICT && !refuses) {
                    scene.judge.breach("I2", "a repeated start is taken for another one: " + error);
                }
            })));
        }
    }

    private void conflict() {
        Definition chosen = workflow;
        SimNode node = scene.someNode(random);
        if (node != null && chosen != null) {
            node.run(() ->
                    quietly(() -> start(node, chosen, new Json("{\"n\":77}")).whenComplete((execution, error) -> {
                        if (execution != null) {
                            scene.judge.breach("I2", "another start with the same key was acknowledged: " + id);
                        } else if (code(error) == ErrorCode.CONFLICT) {
                            scene.sometimes.saw(Milestone.START_CONFLICT);
                        }
                    })));
        }
    }

    /** Reads through the public API. Reads must not disturb anything. */
    private void look() {
        SimNode node = scene.someNode(random);
        ExecutionId mine = id;
        if (node != null && mine != null) {
            node.run(() -> quietly(() -> {
                view(node).list(ExecutionQuery.all().label("client", name).limit(3));
                view(node).find(mine).ifPresent(Execution::describe);
                if (lookAtNeighbours(node, mine)) {
                    scene.judge.breach("I15", mine + " of namespace " + namespace + " is found in another one");
                }
            }));
        }
    }

    /** Whether another namespace finds the execution. */
    private boolean lookAtNeighbours(SimNode node, ExecutionId mine) {
        return scene.neighbourhood.views(node).stream()
                .filter(view -> !view.namespace().equals(namespace))
                .anyMatch(view -> view.find(mine).isPresent()
                        || view.list(ExecutionQuery.all().label("client", name)).stream()
                                .anyMatch(listed -> listed.id().equals(mine)));
    }

    private Reeve view(SimNode node) {
        return node.reeve().namespace(namespace);
    }

    private static void quietly(Runnable task) {
        try {
            task.run();
        } catch (ReeveException | StoreException e) {
            // The store was unreachable, or the node is closed: the client expects no answer.
        }
    }

    private void cancel() {
        ExecutionId mine = id;
        if (mine == null || !wantsCancel) {
            awaitEnd();
            return;
        }
        ask(
                (node, number_) -> node.node()
                        .lanes()
                        .ask(mine, new Command.Cancel(name, "changed my mind"))
                        .whenComplete((nothing, error) -> {
                            if (error == null) {
                                scene.judge.cancelAcknowledged(mine);
                            }
                            if (isAnswer(number_)) {
                                cancelled(error);
                            }
                        }),
                this::cancel);
    }

    private void cancelled(@Nullable Throwable error) {
        if (error == null || code(error) == ErrorCode.REFUSED) {
            if (error != null) {
                scene.sometimes.saw(Milestone.CANCEL_REFUSED);
            }
            awaitEnd();
        } else {
            later(AGAIN, this::cancel);
        }
    }

    private void awaitEnd() {
        ExecutionId mine = id;
        if (mine == null || !wantsEnd) {
            content = true;
            return;
        }
        SimNode node = scene.someNode(random);
        if (node == null) {
            later(AGAIN, this::awaitEnd);
            return;
        }
        int asking = ++question;
        long since = scene.timeline.nanos();
        node.run(() -> node.node().lanes().awaitEnd(mine).whenComplete((ended, error) -> {
            if (ended != null) {
                scene.judge.endTold(mine, ended.status());
                scene.tellsEnd(node, mine);
            }
            if (isAnswer(asking)) {
                if (ended != null) {
                    over();
                } else {
                    later(AGAIN, this::awaitEnd);
                }
            }
        }));
        watch(node, asking, since);
    }

    /**
     * Waits for the end of the execution, without a time limit. Stops waiting at a dead node, and reports a violation
     * if the execution ended long ago. Waits longer for a node that was paused when everything was healed.
     */
    private void watch(SimNode node, int asking, long since) {
        scene.timeline.after(PATIENCE, name, () -> {
            ExecutionId mine = id;
            if (question != asking || mine == null) {
                return;
            }
            if (!node.isAlive()) {
                awaitEnd();
            } else if (scene.hasBeenHealedFor(PATIENCE.multipliedBy(3))
                    && scene.judge.hasEndedBefore(mine, scene.timeline.nanos() - PATIENCE.toNanos())
                    && scene.timeline.nanos() - since > PATIENCE.toNanos()) {
                scene.judge.breach("L1", name + " did not learn that " + mine + " has ended");
                content = true;
            } else if (scene.fate.isHealed() && scene.judge.waitsForPerson(mine)) {
                content = true;
            } else {
                watch(node, asking, since);
            }
        });
    }
}
