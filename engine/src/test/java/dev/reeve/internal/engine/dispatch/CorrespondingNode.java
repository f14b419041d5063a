package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node with its dispatcher, which writes letters to another one. It notes what its lanes would hear. */
final class CorrespondingNode implements WorkSink {
    String name;
    final int prefix;
    final Dispatcher dispatcher;
    final List<ReadyStep> steps = new ArrayList<>();
    final List<Slot> slots = new ArrayList<>();
    final List<AttemptToken> lost = new ArrayList<>();
    final List<AttemptToken> silent = new ArrayList<>();

    CorrespondingNode(String name, int prefix, ManualClock time, ServiceOptions options) {
        this.name = name;
        this.prefix = prefix;
        this.dispatcher =
                new Dispatcher(time, this, options, new Random(1), SessionPrefix.seed(prefix), HeldBytes.unbounded());
        dispatcher.correspondent().registered(name);
    }

    /** Another node has removed this one, which has registered again. */
    void joinAgain(String anew) {
        dispatcher.reset();
        name = anew;
        dispatcher.correspondent().registered(anew);
    }

    /** No other node shares the store any more. */
    List<Parcel> roundAlone() {
        return dispatcher.correspondent().round(name, Map.of(), List.of());
    }

    /** An attempt of a step, with a minute left. */
    static Work work(ManualClock time) {
        AttemptToken attempt =
                new AttemptToken(new ExecutionId(UUID.randomUUID()), StepPath.of("s"), Purpose.FORWARD, 1, 1);
        return TestWork.of(attempt, Duration.ofMinutes(1), "a.do", null, time.now());
    }

    void knows(CorrespondingNode other) {
        dispatcher.alive(Map.of(other.prefix, other.name));
    }

    List<Parcel> round(CorrespondingNode other, List<Parcel> received) {
        List<Parcel> read = received.stream()
                .map(one -> new Parcel(other.name, NoticeCodec.read(NoticeCodec.write(one.notice()))))
                .toList();
        return dispatcher.correspondent().round(name, Map.of(other.prefix, other.name), read);
    }

    @Override
    public boolean grant(ReadyStep ready, Slot slot) {
        steps.add(ready);
        slots.add(slot);
        return true;
    }

    @Override
    public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
        verdict.accept(null);
    }

    @Override
    public void checkpoint(AttemptToken token, Json checkpoint, Runnable done) {
        done.run();
    }

    @Override
    public void silent(AttemptToken token) {
        silent.add(token);
    }

    @Override
    public void lost(AttemptToken token) {
        lost.add(token);
    }
}
