package dev.reeve.internal.engine.scheduler;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.LeftOpen;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.dispatch.WorkSink;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.decision.LeftOpenAttempts;
import dev.reeve.internal.engine.scheduler.message.Answers;
import dev.reeve.internal.engine.scheduler.message.Elsewhere;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Handover;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.engine.scheduler.message.Weights;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Routes messages to the lane that owns an execution, or to {@link Elsewhere} if another node owns it. Thread-safe.
 * Futures complete on the lanes' threads.
 */
public final class Lanes implements WorkSink {

    private final HeldBytes held;
    private volatile List<Lane> lanes = List.of();

    /** The lane of each shard; null for a shard of another node. Changed under the lock only. */
    private final AtomicReferenceArray<@Nullable Lane> routes = new AtomicReferenceArray<>(ExecutionId.SHARDS);

    private volatile @Nullable Elsewhere elsewhere;

    /** Receives slots of steps that no lane here has any more. */
    private volatile Consumer<Slot> unused = slot -> {};

    /** Called after the verdict of another node on a report. */
    private volatile Runnable judged = () -> {};

    /** Runs an action after the messages that wait for an execution have come. */
    private volatile BiConsumer<ExecutionId, Runnable> waiting = (id, then) -> then.run();

    /** Receives lost attempts that their owner does not know of. */
    private volatile Consumer<AttemptToken> unheard = token -> {};

    /** With no limit on the memory of messages. */
    public Lanes() {
        this(HeldBytes.unbounded());
    }

    /** @param held counts the waiting messages */
    public Lanes(HeldBytes held) {
        this.held = held;
    }

    /**
     * Sets where messages about executions of other nodes go. Called before {@link #open}. Without it, this node owns
     * all executions.
     */
    public void elsewhere(Elsewhere carrier) {
        elsewhere = carrier;
    }

    /** Sets what runs an action after the messages that wait for an execution have come. */
    public void onceReceived(BiConsumer<ExecutionId, Runnable> inbox) {
        waiting = inbox;
    }

    /**
     * Sets the lanes, in place of those before. A lane that begins without shards gets them by {@link #acquire}. Called
     * before any other method but {@link #elsewhere}.
     */
    public synchronized void open(List<Lane> opened) {
        lanes = List.copyOf(opened);
        for (int shard = 0; shard < ExecutionId.SHARDS; shard++) {
            routes.set(shard, null);
        }
        for (Lane lane : opened) {
            lane.shards().stream().forEach(shard -> routes.set(shard, lane));
            lane.onStray(this::pass);
            if (elsewhere != null) {
                lane.shared(() -> leave(ShardSet.ALL, lane), token -> orphaned(token, lane));
            }
        }
    }

    /**
     * Drops all lanes, because this node has lost its registration. Requests that may or may not be stored fail, and
     * all other messages go elsewhere, until {@link #open} sets new lanes.
     *
     * @param stopped whether a lane's thread has ended
     */
    public void drop(Predicate<Lane> stopped) {
        List<Lane> old = lanes;
        lanes = List.of();
        old.forEach(lane -> lane.leave(stopped.test(lane)));
    }

    /** The shards whose messages go to a lane of this node. */
    public ShardSet owned() {
        return routed(lane -> lane != null);
    }

    /** Whether messages about this execution go to a lane of this node. */
    public boolean owns(ExecutionId id) {
        return lane(id) != null;
    }

    private ShardSet routed(Predicate<@Nullable Lane> some) {
        List<Integer> shards = new ArrayList<>();
        for (int shard = 0; shard < ExecutionId.SHARDS; shard++) {
            if (some.test(routes.get(shard))) {
                shards.add(shard);
            }
        }
        return ShardSet.of(shards);
    }

    public List<Lane> all() {
        return lanes;
    }

    /**
     * Stores a new execution, or finds the one that was started with the same key. The future completes after the
     * commit.
     */
    public CompletionStage<Started> start(StartRequest request) {
        // The lane's own future: a caller may cancel or complete its future without an effect here.
        CompletableFuture<Started> promise = new CompletableFuture<>();
        long bytes = Weights.of(request);
        if (!held.tryAdd(bytes)) {
            promise.completeExceptionally(Overload.bytes(held));
            return promise;
        }
        // Until the lane has answered it, the start counts in addition to its execution: its text exists twice then,
        // the second time on its way into the store.
        CompletableFuture<Started> told = new CompletableFuture<>();
        CompletableFuture<Started> unused = promise.whenComplete((started, error) -> {
            held.remove(bytes);
            if (error == null) {
                told.complete(started);
            } else {
                told.completeExceptionally(error);
            }
        });
        pass(new Message.Begin(request, promise));
        return told;
    }

    /** Sends a command to an execution. The future completes after the commit, or fails if the command is refused. */
    public CompletionStage<Void> ask(ExecutionId id, Command command) {
        CompletableFuture<Void> promise = new CompletableFuture<>();
        long bytes = Weights.of(command);
        if (!(command instanceof Command.Signal)) {
            held.add(bytes); // commands of people are not refused when memory is short
        } else if (!held.tryAdd(bytes)) {
            promise.completeExceptionally(Overload.bytes(held));
            return promise;
        }
        // Not when the caller's future is done: the caller may give up before.
        Runnable answered = removal(bytes);
        question(id, new Message.Ask(id, command, new Message.Answer() {
            @Override
            public void decided(@Nullable Refused refused) {
                answered.run();
                if (refused == null) {
                    promise.complete(null);
                } else {
                    promise.completeExceptionally(refused.toException());
                }
            }

            @Override
            public void failed(RuntimeException cause) {
                answered.run();
                promise.completeExceptionally(cause);
            }
        }));
        return promise;
    }

    /** Completes once the execution has ended; at once if it has. */
    public CompletionStage<Ended> awaitEnd(ExecutionId id) {
        CompletableFuture<Ended> promise = new CompletableFuture<>();
        question(id, new Message.AwaitEnd(id, promise));
        return promise;
    }

    /** Loads an execution that this engine has not put into the store itself, if it is stored by now. */
    void arrive(ExecutionId id, Consumer<Boolean> there) {
        send(id, new Message.Arrive(id, there));
    }

    /**
     * Requests that the lane looks at what may be due.
     *
     * @param judgeSilenceFrom no agent counts as silent before this time
     */
    public void wake(ExecutionId id, Instant judgeSilenceFrom) {
        send(id, new Message.Wake(id, judgeSilenceFrom));
    }

    /** Completes when each lane has stored everything that it had decided before. */
    public CompletionStage<Void> pass() {
        CompletableFuture<?>[] passed = lanes.stream()
                .map(lane -> {
                    CompletableFuture<Void> promise = new CompletableFuture<>();
                    lane.offerQuestion(new Message.Pass(promise));
                    return promise;
                })
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(passed);
    }

    /**
     * Moves those of these shards that a lane has to another lane. Completes when the first one has handed them over.
     * Attempts under way go on, and messages that are under way reach the new owner.
     */
    public CompletionStage<Void> move(ShardSet shards, Lane from, Lane to) {
        CompletableFuture<Handover> released = new CompletableFuture<>();
        CompletableFuture<Void> moved = released.thenAccept(handover -> route(handover, to));
        from.offerQuestion(new Message.Release(shards, false, released));
        // Not the stage that does the work: a caller may cancel it.
        return moved.copy();
    }

    /**
     * Frees those of these shards that a lane here has: stores that other nodes may claim them. Messages about them go
     * elsewhere from then on. Attempts under way at agents of this node go on.
     *
     * @return completes with the shards that became free, on a lane's thread. A lane that ends before frees none
     */
    public CompletionStage<ShardSet> free(ShardSet shards) {
        CompletionStage<ShardSet> all = CompletableFuture.completedStage(ShardSet.NONE);
        for (Lane lane : lanes) {
            all = all.thenCombine(free(shards, lane), ShardSet::with);
        }
        return all;
    }

    /** Holds the lock, so that each shard's earlier messages reach the lane before this one. */
    private synchronized CompletionStage<ShardSet> free(ShardSet shards, Lane lane) {
        ShardSet some = shards.without(shards.without(routed(lane::equals)));
        if (some.isEmpty()) {
            return CompletableFuture.completedStage(ShardSet.NONE);
        }
        CompletableFuture<Handover> released = new CompletableFuture<>();
        CompletionStage<ShardSet> freed =
                released.thenApply(handover -> leave(handover.shards(), lane)).exceptionally(cause -> ShardSet.NONE);
        lane.offer(new Message.Release(some, true, released));
        return freed;
    }

    /** Leads the messages about these shards elsewhere, if they went to this lane. */
    private synchronized ShardSet leave(ShardSet shards, Lane lane) {
        shards.stream().forEach(shard -> routes.compareAndSet(shard, lane, null));
        return shards;
    }

    /** Leads the messages about shards that a lane has claimed in the store to this lane. It loads them first. */
    public void acquire(Lane lane, ShardSet claimed) {
        route(new Handover(claimed, Map.of()), lane);
    }

    /**
     * Leads the messages about these shards to another lane. Under the lock, so that the lane cannot hand the shards on
     * before its messages come to it. It loads them before the first message.
     */
    private synchronized void route(Handover handover, Lane to) {
        if (handover.shards().isEmpty()) {
            return;
        }
        to.offer(new Message.Acquire(handover));
        handover.shards().stream().forEach(shard -> routes.set(shard, to));
    }

    /**
     * Sends a message from another node to the lane of its execution. If no lane has it any more, the message fails and
     * stays in the inbox for its next owner.
     */
    public void deliver(Message.Forwarded forwarded) {
        pass(forwarded);
    }

    /** Sends a message on that no lane has handled yet. */
    private void pass(Message message) {
        if (message instanceof Message.Orphan) {
            return; // the lane that loads the execution next judges by itself
        }
        ExecutionId id = Objects.requireNonNull(message.execution(), message::kind);
        Lane lane = lane(id);
        if (lane == null) {
            carry(message);
        } else if (!(message instanceof Message.Begin start)) {
            lane.offer(message);
        } else if (!lane.offerStart(start)) {
            start.promise().completeExceptionally(Overload.waiting(lane.waitingStarts()));
        }
    }

    /** Sends a message that no lane here can handle to the other nodes. */
    private void carry(Message message) {
        switch (message) {
            case Message.Forwarded(Letter letter) ->
                letter.failed(ReeveException.of(ErrorCode.FENCED, "another node has execution " + letter.execution()));
            case Message.Grant grant -> unused.accept(grant.slot());
            case Message.Ask ask when ask.repeatedFor() != null -> carryElsewhere(aboutAttempt(ask));
            default -> carryElsewhere(message);
        }
    }

    private void carryElsewhere(Message message) {
        Elsewhere carrier = elsewhere;
        if (carrier == null) {
            message.fail(ReeveException.of(ErrorCode.INTERNAL, "no lane has this execution: " + message.kind()));
        } else {
            carrier.carry(message);
        }
    }

    /**
     * Sends the verdict on a report to its agent when it comes, because no lane's batch does. Repeats that an attempt
     * is lost until the owner knows it.
     */
    private Message aboutAttempt(Message.Ask ask) {
        return new Message.Ask(ask.id(), ask.command(), new Message.Answer() {
            @Override
            public void decided(@Nullable Refused refused) {
                ask.answer().decided(refused);
                judged.run();
            }

            @Override
            public void failed(RuntimeException cause) {
                ask.answer().failed(cause);
                if (ask.command() instanceof Command.LoseAttempt(AttemptToken token)) {
                    unheard.accept(token);
                }
            }
        });
    }

    private void send(ExecutionId id, Message message) {
        Lane lane = lane(id);
        if (lane == null) {
            carry(message);
        } else {
            lane.offer(message);
        }
    }

    /** Sends a request from outside, which may be refused. */
    private void question(ExecutionId id, Message message) {
        Lane lane = lane(id);
        if (lane == null) {
            carry(message);
        } else {
            lane.offerQuestion(message);
        }
    }

    /** Requests that all lanes load what will soon be due. */
    public void sweep() {
        lanes.forEach(lane -> lane.offer(new Message.Sweep()));
    }

    @Override
    public void onElsewhere(Consumer<Slot> slots, Runnable verdicts, Consumer<AttemptToken> lost) {
        unused = slots;
        judged = verdicts;
        unheard = lost;
    }

    @Override
    public boolean grant(ReadyStep ready, Slot slot) {
        Lane lane = lane(ready.execution());
        if (lane != null) {
            lane.offer(new Message.Grant(ready.execution(), ready.step(), slot));
        }
        return lane != null;
    }

    @Override
    public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
        Command command = switch (report) {
            case Report.Completed completed -> new Command.CompleteAttempt(completed.token(), completed.output());
            case Report.Failed failed -> new Command.FailAttempt(failed.token(), failed.failure());
            case Report.LeftOpen open -> new Command.RecordCheckpoint(open.token(), LeftOpen.mark(open.token()));
        };
        ExecutionId id = report.token().execution();
        Runnable answered = hold(command);
        send(id, new Message.Ask(id, command, new Message.Answer() {
            @Override
            public void decided(@Nullable Refused refused) {
                answered.run();
                Report instead = refused == null ? null : LeftOpenAttempts.instead(report, refused);
                if (instead == null) {
                    verdict.accept(refused == null ? null : refused.reason() + ": " + refused.message());
                } else {
                    report(instead, verdict, unanswered);
                }
            }

            @Override
            public void failed(RuntimeException cause) {
                answered.run();
                // Not an answer: the agent keeps the report and repeats it to the next owner of the execution.
                Answers.LOGGED.failed(cause);
                unanswered.run();
            }
        }));
    }

    @Override
    public void checkpoint(AttemptToken token, Json checkpoint, Runnable done) {
        Command command = new Command.RecordCheckpoint(token, checkpoint);
        Runnable answered = hold(command);
        send(token.execution(), new Message.Ask(token.execution(), command, new Message.Answer() {
            @Override
            public void decided(@Nullable Refused refused) {
                answered.run();
                Answers.LOGGED.decided(refused);
                done.run();
            }

            @Override
            public void failed(RuntimeException cause) {
                answered.run();
                Answers.LOGGED.failed(cause);
                done.run();
            }
        }));
    }

    @Override
    public void silent(AttemptToken token) {
        ExecutionId id = token.execution();
        send(id, new Message.Ask(id, new Command.GiveUpAttempt(token), Answers.LOGGED));
    }

    @Override
    public void lost(AttemptToken token) {
        ExecutionId id = token.execution();
        send(id, new Message.Ask(id, new Command.LoseAttempt(token), Answers.LOGGED));
    }

    @Override
    public void orphaned(AttemptToken token) {
        Lane lane = lane(token.execution());
        if (lane != null) {
            orphaned(token, lane);
        }
    }

    /** A report that the agent's node has left behind in the inbox comes before the loss. */
    private void orphaned(AttemptToken token, Lane lane) {
        waiting.accept(token.execution(), () -> lane.offer(new Message.Orphan(token)));
    }

    /** Counts the memory of a message from an agent until it is handled. Such messages are never refused. */
    private Runnable hold(Command command) {
        long bytes = Weights.of(command);
        held.add(bytes);
        return removal(bytes);
    }

    /** Removes these bytes from the count at the first call. Later calls have no effect. */
    private Runnable removal(long bytes) {
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                held.remove(bytes);
            }
        };
    }

    private @Nullable Lane lane(ExecutionId id) {
        return routes.get(id.shard());
    }
}
