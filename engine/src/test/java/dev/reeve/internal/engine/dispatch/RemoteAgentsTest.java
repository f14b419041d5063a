package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.BreakerOptions;
import dev.reeve.CallLimit;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.dispatch.queue.SharedLimits;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.workflow.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two dispatchers that write letters to each other: an owner of executions, and the node of an agent. */
final class RemoteAgentsTest {

    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    /** Opens after a failure, for a second or two. */
    private static final BreakerOptions SOON =
            new BreakerOptions(4, 1, 1, 0.5, Duration.ofSeconds(1), Duration.ofSeconds(2), 1);

    private final ManualClock time = new ManualClock(Instant.EPOCH);
    private final CorrespondingNode owner = new CorrespondingNode("owner", 1, time, ServiceOptions.defaults());
    private final CorrespondingNode host =
            new CorrespondingNode("host", 2, time, ServiceOptions.defaults().withBreaker(SOON));
    private final ExecutionId execution = new ExecutionId(UUID.randomUUID());

    RemoteAgentsTest() {
        owner.knows(host);
        host.knows(owner);
        exchangeLetters();
    }

    /** Carries letters until nobody writes any more. */
    private int exchangeLetters() {
        int count = 0;
        List<Parcel> toHost = owner.round(host, List.of());
        List<Parcel> toOwner = host.round(owner, List.of());
        while (!toHost.isEmpty() || !toOwner.isEmpty()) {
            count += toHost.size() + toOwner.size();
            assertThat(count).as("letters without an end").isLessThan(1_000);
            List<Parcel> next = host.round(owner, toHost);
            toHost = owner.round(host, toOwner);
            toOwner = next;
        }
        return count;
    }

    private SessionId agent(int slots) {
        return host.dispatcher.register(new Registration("agent", Set.of("a.do"), slots));
    }

    private ReadyStep step(int number) {
        return new ReadyStep(execution, StepPath.of("s" + number), "a.do", 0, false, null);
    }

    private Work work(int number, @Nullable Duration heartbeat) {
        AttemptToken token = new AttemptToken(execution, StepPath.of("s" + number), Purpose.FORWARD, 1, number);
        return TestWork.of(token, Duration.ofSeconds(60), "a.do", heartbeat, time.now());
    }

    private AttemptToken deliver(Slot slot, Work work) {
        AttemptToken token = java.util.Objects.requireNonNull(work.token());
        owner.dispatcher.deliver(
                List.of(new Delivery(slot, token, work, "flow", java.util.Objects.requireNonNull(work.completeBy()))));
        return token;
    }

    private Reply poll(SessionId session) {
        CompletionStage<Reply> answer = host.dispatcher.exchange(session, Exchange.NOTHING, Duration.ZERO);
        return answer.toCompletableFuture().join();
    }

    private void report(SessionId session, AttemptToken token) {
        Exchange exchange = new Exchange(List.of(new Report.Completed(token, new Json("1"))), List.of());
        assertThat(host.dispatcher.exchange(session, exchange, Duration.ZERO).toCompletableFuture())
                .isCompleted();
        host.dispatcher.flushVerdicts();
    }

    /** Hands the first step out, and returns its token. */
    private AttemptToken handOut(@Nullable Duration heartbeat) {
        owner.dispatcher.enqueue(List.of(step(1)));
        exchangeLetters();
        AttemptToken token = deliver(owner.slots.getFirst(), work(1, heartbeat));
        exchangeLetters();
        return token;
    }

    @Test
    @DisplayName("a queued step gets the slot of an agent elsewhere, and the request arrives as it was written")
    void aStepIsHandedOut() {
        SessionId session = agent(2);

        AttemptToken token = handOut(null);

        assertThat(owner.slots.getFirst().agent()).isEqualTo("agent@" + session);
        assertThat(poll(session).requests()).singleElement().satisfies(request -> {
            assertThat(request.token()).isEqualTo(token);
            assertThat(request.input()).isEqualTo(TestWork.INPUT);
            assertThat(request.workflow()).isEqualTo("flow");
            assertThat(request.remaining()).isEqualTo(Duration.ofSeconds(60));
        });
        assertThat(owner.dispatcher.presence("agent@" + session, token)).isEqualTo(Presence.ELSEWHERE);
        assertThat(owner.dispatcher.hasForeign()).isTrue();
    }

    @Test
    @DisplayName("no more steps are handed out than an agent elsewhere has slots; a report makes room for the next")
    void slotsAreRespected() {
        SessionId session = agent(2);
        owner.dispatcher.enqueue(List.of(step(1), step(2), step(3)));
        exchangeLetters();
        assertThat(owner.slots).hasSize(2);
        AttemptToken first = deliver(owner.slots.get(0), work(1, null));
        deliver(owner.slots.get(1), work(2, null));
        exchangeLetters();
        assertThat(owner.slots).hasSize(2);

        CompletionStage<Reply> polled = host.dispatcher.exchange(
                session, new Exchange(List.of(new Report.Completed(first, new Json("1"))), List.of()), Duration.ZERO);
        exchangeLetters();

        assertThat(polled.toCompletableFuture().join().requests()).hasSize(2);
        assertThat(owner.slots).hasSize(3);
    }

    @Test
    @DisplayName("slots that no step uses return after half a second, and no letter is written after that")
    void unusedSlotsReturn() {
        agent(4);
        handOut(null);
        assertThat(host.dispatcher.outstanding()).isGreaterThan(0);

        for (int i = 0; i < 3; i++) {
            time.pass(Duration.ofMillis(600));
            exchangeLetters();
        }

        assertThat(host.dispatcher.outstanding()).isEqualTo(1);
        time.pass(Duration.ofSeconds(10));
        assertThat(exchangeLetters()).isZero();
    }

    @Test
    @DisplayName("a node with an agent for the action borrows nothing")
    void ownAgentsCome() {
        agent(4);
        owner.dispatcher.register(new Registration("own", Set.of("a.do"), 1));

        owner.dispatcher.enqueue(List.of(step(1), step(2)));

        assertThat(exchangeLetters()).isZero();
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("a node whose only agent for the action takes no more work borrows slots")
    void theOwnAgentDrains() {
        agent(4);
        SessionId own = owner.dispatcher.register(new Registration("own", Set.of("a.do"), 1));
        CompletionStage<Reply> leaving =
                owner.dispatcher.exchange(own, new Exchange(List.of(), List.of(), true), Duration.ZERO);
        assertThat(leaving.toCompletableFuture()).isCompleted();

        owner.dispatcher.enqueue(List.of(step(1)));
        exchangeLetters();

        assertThat(owner.slots)
                .singleElement()
                .satisfies(slot -> assertThat(slot.agent()).startsWith("agent@"));
    }

    @Test
    @DisplayName("an attempt that is offered again reaches its agent if it has not come, and once at most")
    void offeredAgain() {
        SessionId session = agent(2);
        Work work = work(1, null);
        AttemptToken token = java.util.Objects.requireNonNull(work.token());

        owner.dispatcher.offerAgain("agent@" + session, "flow", work);
        owner.dispatcher.offerAgain("agent@" + session, "flow", work);
        exchangeLetters();
        assertThat(poll(session).requests()).hasSize(1);

        report(session, token);
        owner.dispatcher.offerAgain("agent@" + session, "flow", work);
        exchangeLetters();
        assertThat(poll(session).requests()).isEmpty();
        assertThat(host.lost).isEmpty();
    }

    @Test
    @DisplayName("an attempt for an agent elsewhere that has left is lost")
    void theAgentLeft() {
        SessionId session = agent(1);
        owner.dispatcher.enqueue(List.of(step(1)));
        exchangeLetters();
        host.dispatcher.leave(session);

        AttemptToken token = deliver(owner.slots.getFirst(), work(1, null));
        exchangeLetters();

        assertThat(host.lost).containsExactly(token);
        owner.dispatcher.enqueue(List.of(step(2)));
        exchangeLetters();
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("retries that succeed at an agent elsewhere use up no budget, and those that fail do")
    void retriesThatSucceed() {
        SessionId session = agent(1);
        int burst = ServiceOptions.defaults().retry().burst();
        Failure failure = new Failure(Cause.TRANSIENT, "BUSY", "not now", null, null, true);
        for (int i = 0; i < 3 * burst; i++) {
            retryElsewhere(session, i, null);
        }
        assertThat(owner.slots).hasSize(3 * burst);

        for (int i = 0; i < 2 * burst; i++) {
            retryElsewhere(session, 3 * burst + i, failure);
        }
        assertThat(owner.slots.size()).isLessThan(5 * burst);
    }

    /** Queues a retry, and reports its end if it gets a slot. */
    private void retryElsewhere(SessionId session, int number, @Nullable Failure failure) {
        int before = owner.slots.size();
        owner.dispatcher.enqueue(List.of(new ReadyStep(execution, StepPath.of("s" + number), "a.do", 0, true, null)));
        exchangeLetters();
        if (owner.slots.size() > before) {
            AttemptToken token = deliver(owner.slots.getLast(), work(number, null));
            exchangeLetters();
            report(session, token);
            owner.dispatcher.ended(List.of(new EndedAttempt(token, failure)));
        }
    }

    @Test
    @DisplayName("the death of the agent's node loses its attempts and slots")
    void theNodeDies() {
        agent(4);
        AttemptToken token = handOut(null);

        owner.dispatcher.alive(Map.of());
        List<Parcel> left = owner.roundAlone();

        assertThat(left).isEmpty();
        assertThat(owner.lost).containsExactly(token);
        owner.dispatcher.enqueue(List.of(step(2)));
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("what was sent to a registration that is over is lost, also if the agent's node has joined again")
    void theNodeJoinsAgain() {
        SessionId session = agent(4);
        AttemptToken arrived = handOut(null);
        owner.dispatcher.enqueue(List.of(step(2)));
        exchangeLetters();
        AttemptToken onItsWay = deliver(owner.slots.get(1), work(2, null));
        List<Parcel> letters = owner.round(host, List.of());
        assertThat(letters).isNotEmpty();

        host.joinAgain("host again");
        owner.knows(host);
        exchangeLetters();

        assertThat(owner.lost).containsExactly(arrived, onItsWay);
        owner.dispatcher.forget(owner.lost, List.of("agent@" + session, "agent@" + session));
        exchangeLetters();
        assertThat(host.dispatcher.presence("agent@" + session, arrived)).isEqualTo(Presence.NOT_DELIVERED);
        owner.slots.clear();
        owner.dispatcher.enqueue(List.of(step(3)));
        exchangeLetters();
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("R21: a slot that an earlier registration had lent is not used at the next one")
    void theLenderJoinsAgain() {
        SessionId session = agent(1);
        owner.dispatcher.enqueue(List.of(step(1)));
        exchangeLetters();
        host.joinAgain("host again");
        owner.knows(host); // and no round since then

        AttemptToken token = deliver(owner.slots.getFirst(), work(1, null));
        exchangeLetters();

        assertThat(owner.lost).containsExactly(token);
        assertThat(poll(session).requests()).isEmpty();
    }

    @Test
    @DisplayName("the death of the owner frees the slots that it had borrowed and not used")
    void theOwnerDies() {
        agent(4);
        handOut(null);

        List<Parcel> left = host.roundAlone();

        assertThat(left).isEmpty();
        assertThat(host.dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    @DisplayName("a cancellation and an attempt that is given up reach the agent elsewhere")
    void cancelledAndForgotten() {
        SessionId session = agent(4);
        AttemptToken token = handOut(null);
        assertThat(poll(session).requests()).hasSize(1);

        owner.dispatcher.cancel(List.of(token), List.of("agent@" + session));
        exchangeLetters();
        assertThat(poll(session).cancelled()).containsExactly(token);
        assertThat(host.dispatcher.presence("agent@" + session, token)).isEqualTo(Presence.HELD);

        owner.dispatcher.forget(List.of(token), List.of("agent@" + session));
        exchangeLetters();
        assertThat(poll(session).cancelled()).containsExactly(token);
        assertThat(host.dispatcher.presence("agent@" + session, token)).isEqualTo(Presence.NOT_DELIVERED);
    }

    @Test
    @DisplayName("D2: the owner learns that heartbeats for its attempt stop, again and again while nothing happens")
    void silenceIsTold() {
        SessionId session = agent(1);
        Duration heartbeat = Duration.ofSeconds(3);
        AttemptToken token = handOut(heartbeat);
        for (int i = 0; i < 4; i++) {
            time.pass(Duration.ofSeconds(2));
            CompletionStage<Reply> beaten = host.dispatcher.exchange(
                    session, new Exchange(List.of(), List.of(new Beat(token, null))), Duration.ZERO);
            assertThat(beaten.toCompletableFuture()).isCompleted();
            host.dispatcher.tick(SILENCE_MAX);
        }
        assertThat(host.silent).isEmpty();

        time.pass(Duration.ofSeconds(4));
        host.dispatcher.tick(SILENCE_MAX);
        host.dispatcher.tick(SILENCE_MAX);
        assertThat(host.silent).containsExactly(token);

        time.pass(Duration.ofSeconds(4));
        host.dispatcher.tick(SILENCE_MAX);
        assertThat(host.silent).containsExactly(token, token);
    }

    @Test
    @DisplayName("H3: a node that ends takes its lent slots back, and sends nothing more once it has them")
    void theHostEnds() {
        agent(4);
        handOut(null);

        host.dispatcher.drain();
        exchangeLetters();

        assertThat(host.dispatcher.outstanding()).isEqualTo(1);
        owner.dispatcher.enqueue(List.of(step(2)));
        exchangeLetters();
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("notices keep all that an agent gets")
    void noticesAreKept() {
        Work work = work(1, Duration.ofSeconds(3));
        Notice.HandOut attempt = new Notice.HandOut("agent@1", "flow", work, true);

        assertThat(NoticeCodec.read(NoticeCodec.write(attempt)))
                .usingRecursiveComparison()
                .ignoringFields("work.duration")
                .isEqualTo(attempt);
    }

    private ReadyStep limited(int number, int concurrency) {
        CallLimit limit = new CallLimit(null, concurrency, null);
        return new ReadyStep(execution, StepPath.of("s" + number), "a.do", 0, false, limit);
    }

    /** Grants what the owner wants, up to this many calls. Returns what it asked for; null for nothing. */
    private @Nullable AllowanceNeed allow(AllowanceDesk desk, int calls) {
        time.pass(Duration.ofMillis(600));
        SharedLimits.Asked asked = desk.ask();
        if (asked == null || asked.request().needs().isEmpty()) {
            return null;
        }
        AllowanceNeed need = asked.request().needs().getFirst();
        AllowanceReply.Grant grant =
                new AllowanceReply.Grant(Math.min(calls, need.wanted()), Integer.MAX_VALUE, Duration.ZERO);
        desk.answered(asked, new AllowanceReply(true, ShardSet.NONE, List.of(grant)));
        return need;
    }

    @Test
    @DisplayName(
            "S8: a step with a limit takes an allowance, borrows a slot, and keeps the allowance to its stored end")
    void allowanceThenSlot() {
        AllowanceDesk desk = owner.dispatcher.share(() -> false);
        agent(4);
        owner.dispatcher.enqueue(List.of(limited(1, 1), limited(2, 1), limited(3, 1)));
        exchangeLetters();
        assertThat(owner.slots).isEmpty();

        assertThat(allow(desk, 1)).extracting(AllowanceNeed::wanted).isEqualTo(1);
        exchangeLetters();
        assertThat(owner.slots).hasSize(1);
        AttemptToken token = deliver(owner.slots.getFirst(), work(1, null));
        exchangeLetters();
        for (int i = 0; i < 5; i++) {
            AllowanceNeed need = allow(desk, 0);
            assertThat(need == null ? 1 : need.kept()).isEqualTo(1);
            exchangeLetters();
        }
        assertThat(owner.slots).hasSize(1);
        assertThat(host.dispatcher.outstanding()).isEqualTo(1);

        owner.dispatcher.uncount(List.of(token));
        exchangeLetters();

        assertThat(owner.slots).hasSize(2);
    }

    @Test
    @DisplayName("S8: no slot elsewhere is kept for steps without an allowance, and no more are borrowed than allowed")
    void noSlotInVain() {
        AllowanceDesk desk = owner.dispatcher.share(() -> false);
        agent(16);
        owner.dispatcher.enqueue(
                IntStream.range(0, 40).mapToObj(i -> limited(i, 20)).toList());
        for (int i = 0; i < 5; i++) {
            exchangeLetters();
            allow(desk, 0);
        }
        exchangeLetters();
        assertThat(host.dispatcher.outstanding()).isZero();

        allow(desk, 1);
        exchangeLetters();

        assertThat(owner.slots).hasSize(1);
        assertThat(host.dispatcher.outstanding()).isLessThanOrEqualTo(2);
        int delivered = 0;
        for (int i = 0; i < 20; i++) {
            while (delivered < owner.slots.size()) {
                deliver(owner.slots.get(delivered), work(delivered, null));
                delivered++;
            }
            allow(desk, 20);
            exchangeLetters();
        }
        assertThat(owner.slots).hasSize(16);
    }

    @Test
    @DisplayName("S8: an allowance waits for a slot of a busy agent elsewhere, and a slot for an allowance of others")
    void eitherComesLate() {
        AllowanceDesk desk = owner.dispatcher.share(() -> false);
        SessionId session = agent(1);
        AttemptToken first = handOut(null);
        owner.dispatcher.enqueue(List.of(limited(2, 1)));
        exchangeLetters();
        for (int i = 0; i < 12; i++) {
            allow(desk, 1);
            exchangeLetters();
        }
        assertThat(owner.slots).hasSize(1);

        report(session, first);
        for (int i = 0; i < 3; i++) {
            exchangeLetters();
            allow(desk, 1);
        }

        assertThat(owner.slots).hasSize(2);
    }

    @Test
    @DisplayName("S8: a node takes no allowance for an action that no agent anywhere offers, until one comes")
    void nobodyOffersIt() {
        AllowanceDesk desk = owner.dispatcher.share(() -> false);
        owner.dispatcher.enqueue(List.of(limited(1, 1)));
        exchangeLetters();
        for (int i = 0; i < 5; i++) {
            assertThat(allow(desk, 1)).isNull();
            exchangeLetters();
        }

        agent(1);
        exchangeLetters();
        allow(desk, 1);

        exchangeLetters();
        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("L1: a service is retried with the steps of other nodes, if its own node has none (seed 901325)")
    void aTrialFromElsewhere() {
        SessionId session = agent(2);
        Failure failure = new Failure(Cause.TRANSIENT, "DOWN", "made up", null, null, true);
        Report failed = new Report.Failed(handOut(null), failure);
        poll(session);
        for (int i = 0; i < 2; i++) {
            time.pass(Duration.ofSeconds(1));
            exchangeLetters(); // what was lent beyond it comes back
        }
        var unused = host.dispatcher.exchange(session, new Exchange(List.of(failed), List.of()), Duration.ZERO);
        host.dispatcher.flushVerdicts();
        owner.dispatcher.enqueue(List.of(step(2)));
        exchangeLetters();
        assertThat(owner.slots).as("the service is not called").hasSize(1);

        time.pass(Duration.ofSeconds(2));
        host.dispatcher.tick(SILENCE_MAX);
        exchangeLetters();

        assertThat(owner.slots).hasSize(2);
    }

    @Test
    @DisplayName(
            "L1: a node that handed out nothing for a while lends slots for which it was asked meanwhile (seed 1026176)")
    void askedWhileItRests() {
        agent(2);
        host.dispatcher.rest(true);
        owner.dispatcher.enqueue(List.of(step(1)));
        exchangeLetters();
        assertThat(owner.slots).isEmpty();

        host.dispatcher.rest(false);
        exchangeLetters();

        assertThat(owner.slots).hasSize(1);
    }

    @Test
    @DisplayName("L1: a step whose allowance has gone before an agent was found asks for another one (seed 1118251)")
    void anAllowanceThatHasGone() {
        AllowanceDesk desk = owner.dispatcher.share(() -> false);
        SessionId session = agent(1);
        AttemptToken first = handOut(null);
        CallLimit rate = new CallLimit(null, 0, new Rate(5, Rate.Unit.MINUTE));
        owner.dispatcher.enqueue(List.of(new ReadyStep(execution, StepPath.of("s2"), "a.do", 0, false, rate)));
        exchangeLetters();
        allow(desk, 1);
        exchangeLetters();
        host.dispatcher.leave(session);
        for (int i = 0; i < 10; i++) {
            exchangeLetters();
            time.pass(Duration.ofSeconds(10)); // the allowance ends, and nobody has a slot for the step
        }

        SessionId other = agent(1);
        for (int i = 0; i < 5; i++) {
            exchangeLetters();
            allow(desk, 1);
        }

        assertThat(other).isNotEqualTo(session);
        assertThat(owner.slots).as("besides " + first).hasSize(2);
    }
}
