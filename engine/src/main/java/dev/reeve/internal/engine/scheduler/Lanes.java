package dev.reeve.internal.engine.scheduler;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.internal.engine.dispatch.WorkSink;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.message.Answers;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Handover;
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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Routes messages to the lane that owns an execution. Thread-safe. Futures complete on the lanes' threads. */
public final class Lanes implements WorkSink {

    private final HeldBytes held;
    private volatile List<Lane> lanes = List.of();

    /** The lane of each shard. A change replaces the whole list. */
    private volatile List<Lane> routes = List.of();

    /** With no limit on the memory of messages. */
    public Lanes() {
        this(HeldBytes.unbounded());
    }

    /** @param held counts the waiting messages */
    public Lanes(HeldBytes held) {
        this.held = held;
    }

    /** Sets the lanes. Called once, before any other method. */
    public void open(List<Lane> opened) {
        lanes = List.copyOf(opened);
        Lane[] table = new Lane[ExecutionId.SHARDS];
        for (Lane lane : opened) {
            lane.shards().stream().forEach(shard -> table[shard] = lane);
            lane.onStray(this::pass);
        }
        routes = List.of(table);
    }

    public List<Lane> all() {
        return lanes;
    }

    /**
     * Stores a new execution, or finds the one that was started with the same key. The future completes after the
     * commit.
     */
    public CompletionStage<Started> start(StartRequest request) {
        Lane lane = lane(request.id());
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
        if (!lane.offerStart(new Message.Begin(request, promise))) {
            promise.completeExceptionally(Overload.waiting(lane.waitingStarts()));
        }
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
        lane(id).offerQuestion(new Message.Ask(id, command, new Message.Answer() {
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
        lane(id).offerQuestion(new Message.AwaitEnd(id, promise));
        return promise;
    }

    /** Loads an execution that this engine has not put into the store itself, if it is stored by now. */
    void arrive(ExecutionId id, Consumer<Boolean> there) {
        lane(id).offer(new Message.Arrive(id, there));
    }

    /**
     * Requests that the lane looks at what may be due.
     *
     * @param judgeSilenceFrom no agent counts as silent before this time
     */
    public void wake(ExecutionId id, Instant judgeSilenceFrom) {
        lane(id).offer(new Message.Wake(id, judgeSilenceFrom));
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
     * Leads the messages about these shards to another lane. Under the lock, so that the lane cannot hand the shards on
     * before its messages come to it. It loads them before the first message.
     */
    private synchronized void route(Handover handover, Lane to) {
        if (handover.shards().isEmpty()) {
            return;
        }
        to.offer(new Message.Acquire(handover));
        List<Lane> table = new ArrayList<>(routes);
        handover.shards().stream().forEach(shard -> table.set(shard, to));
        routes = List.copyOf(table);
    }

    /** Passes a message on that has reached a lane which does not own the execution any more. */
    private void pass(Message message) {
        ExecutionId id = Objects.requireNonNull(message.execution(), message::kind);
        Lane lane = lane(id);
        if (!(message instanceof Message.Begin start)) {
            lane.offer(message);
        } else if (!lane.offerStart(start)) {
            start.promise().completeExceptionally(Overload.waiting(lane.waitingStarts()));
        }
    }

    /** Requests that all lanes load what will soon be due. */
    public void sweep() {
        lanes.forEach(lane -> lane.offer(new Message.Sweep()));
    }

    @Override
    public void grant(ReadyStep ready, Slot slot) {
        lane(ready.execution()).offer(new Message.Grant(ready.execution(), ready.step(), slot));
    }

    @Override
    public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
        Command command = switch (report) {
            case Report.Completed completed -> new Command.CompleteAttempt(completed.token(), completed.output());
            case Report.Failed failed -> new Command.FailAttempt(failed.token(), failed.failure());
        };
        ExecutionId id = report.token().execution();
        Runnable answered = hold(command);
        lane(id).offer(new Message.Ask(id, command, new Message.Answer() {
            @Override
            public void decided(@Nullable Refused refused) {
                answered.run();
                verdict.accept(refused == null ? null : refused.reason() + ": " + refused.message());
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
        lane(token.execution()).offer(new Message.Ask(token.execution(), command, new Message.Answer() {
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
    public void lost(AttemptToken token) {
        ExecutionId id = token.execution();
        lane(id).offer(new Message.Ask(id, new Command.LoseAttempt(token), Answers.LOGGED));
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

    private Lane lane(ExecutionId id) {
        return routes.get(id.shard());
    }
}
