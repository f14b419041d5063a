package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.ExecutionRow;
import java.util.Set;

/** What a lane does with each message: finds the execution, has the core decide, and notes who has to be answered. */
final class Handling {

    private final int lane;
    private final Memory memory;
    private final Deciding deciding;
    private final LaneOptions options;

    Handling(int lane, Memory memory, Deciding deciding, LaneOptions options) {
        this.lane = lane;
        this.memory = memory;
        this.deciding = deciding;
        this.options = options;
    }

    /**
     * What the messages are about and is not in memory.
     *
     * @param toFind those of which it only matters whether they exist
     * @param toLoad those that have to be brought into memory
     */
    void missing(LaneBatch batch, Set<ExecutionId> toFind, Set<ExecutionId> toLoad) {
        for (Message message : batch.messages()) {
            switch (message) {
                case Message.Begin begin -> {
                    if (begin.request().mayBeRepeated()) {
                        miss(begin.request().id(), toFind);
                    }
                }
                case Message.Ask ask -> missWhole(ask.id(), toLoad);
                case Message.AwaitEnd await -> missWhole(await.id(), toLoad);
                case Message.Arrive arrive -> missWhole(arrive.id(), toLoad);
                case Message.Grant grant -> missWhole(grant.id(), toLoad);
                case Message.Wake wake -> {}
                case Message.Sweep sweep -> {}
            }
        }
    }

    private void miss(ExecutionId id, Set<ExecutionId> missing) {
        if (memory.get(id) == null) {
            missing.add(id);
        }
    }

    private void missWhole(ExecutionId id, Set<ExecutionId> missing) {
        if (memory.get(id) == null && memory.quarantined(id) == null) {
            missing.add(id);
        }
    }

    /** What it throws is the message's fault; executions in memory, and the batch, are of no use then. */
    void handle(Message message, LaneBatch batch) {
        switch (message) {
            case Message.Begin begin -> begin(begin, batch);
            case Message.Ask ask -> ask(ask, batch);
            case Message.AwaitEnd await -> await(await, batch);
            case Message.Arrive arrive -> arrive(arrive, batch);
            case Message.Wake wake -> wake(wake, batch);
            case Message.Grant grant -> grant(grant, batch);
            case Message.Sweep sweep -> batch.sweepNext();
        }
    }

    private void begin(Message.Begin begin, LaneBatch batch) {
        StartRequest request = begin.request();
        LiveExecution live = memory.get(request.id());
        ExecutionRow row = batch.row(request.id());
        if (live != null) {
            batch.answer(() -> repeated(begin, live.digest()));
        } else if (row != null) {
            batch.answer(() -> repeated(begin, row.digest()));
        } else if (memory.size() >= options.activeMax()) {
            int active = memory.size();
            batch.answer(() -> begin.promise().completeExceptionally(Overload.active(active, lane)));
        } else {
            memory.put(deciding.start(request, batch));
            batch.answer(() -> begin.promise().complete(new Started(request.id(), false)));
        }
    }

    private static void repeated(Message.Begin begin, long digest) {
        StartRequest request = begin.request();
        if (digest == request.digest()) {
            begin.promise().complete(new Started(request.id(), true));
        } else {
            begin.promise().completeExceptionally(request.conflict());
        }
    }

    private void ask(Message.Ask ask, LaneBatch batch) {
        LiveExecution live = memory.get(ask.id());
        Message.Refused refused;
        if (live != null) {
            batch.touch(live);
            refused = deciding.command(live, ask.command(), batch);
        } else {
            Ended ended = batch.ended(ask.id());
            refused = ended == null ? unknown(ask.id()) : Message.Refused.ended(ask.id(), ended.status());
        }
        batch.answer(() -> ask.answer().decided(refused));
    }

    private void await(Message.AwaitEnd await, LaneBatch batch) {
        Ended ended = batch.ended(await.id());
        LiveExecution live = memory.get(await.id());
        if (live != null) {
            batch.touch(live);
            memory.awaitEnd(await.id(), await.promise());
        } else if (ended != null) {
            batch.answer(() -> await.promise().complete(ended));
        } else {
            ErrorCode code = memory.quarantined(await.id()) == null ? ErrorCode.NOT_FOUND : ErrorCode.STORE_UNUSABLE;
            String message = unknown(await.id()).message();
            batch.answer(() -> await.promise().completeExceptionally(new ReeveException(code, message)));
        }
    }

    private void arrive(Message.Arrive arrive, LaneBatch batch) {
        LiveExecution live = memory.get(arrive.id());
        if (live != null) {
            batch.touch(live);
        }
        boolean there = live != null || batch.ended(arrive.id()) != null || memory.quarantined(arrive.id()) != null;
        batch.answer(() -> arrive.there().accept(there));
    }

    private Message.Refused unknown(ExecutionId id) {
        RuntimeException damage = memory.quarantined(id);
        return damage == null ? Message.Refused.notFound(id) : Message.Refused.quarantined(id, damage);
    }

    private void wake(Message.Wake wake, LaneBatch batch) {
        LiveExecution live = memory.get(wake.id());
        if (live != null) {
            batch.touch(live);
            deciding.wake(live, wake.judgeSilenceFrom(), batch);
        }
    }

    private void grant(Message.Grant grant, LaneBatch batch) {
        LiveExecution live = memory.get(grant.id());
        if (live != null) {
            batch.touch(live);
            deciding.grant(live, grant.step(), grant.slot(), batch);
        }
    }
}
