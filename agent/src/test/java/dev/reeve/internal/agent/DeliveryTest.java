package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Purpose;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Requests and reports that are lost, repeated, late or out of order (A9, D3, F8, F10, F11)")
final class DeliveryTest {

    private static final AttemptToken TOKEN = token("s", 1);

    private final AtomicInteger calls = new AtomicInteger();
    private final Harness harness = new Harness()
            .action("count", (input, step) -> calls.incrementAndGet())
            .start();

    private static AttemptRequest count(AttemptToken token) {
        return request(token, "count", "{}");
    }

    @Test
    void aReportIsRepeatedUntilThereIsAVerdict() {
        harness.offer(count(TOKEN));
        harness.settle();
        assertThat(harness.node.reports()).hasSize(1);

        harness.node.answer(new Reply(List.of(), List.of(), List.of()));
        harness.turn();
        assertThat(harness.node.reports()).as("not at once").hasSize(1);
        harness.pass(Duration.ofSeconds(3));
        assertThat(harness.node.reports()).as("after 2 s").hasSize(2);
        harness.pass(Duration.ofSeconds(4));
        assertThat(harness.node.reports()).as("after 4 more").hasSize(3);

        harness.node.accept(TOKEN);
        harness.pass(Duration.ofSeconds(60));
        assertThat(harness.node.reports()).hasSize(3);
        assertThat(harness.session().holdings().isEmpty()).isTrue();
        assertThat(calls).hasValue(1);
    }

    @Test
    void aReportOfALostExchangeGoesWithTheNextOne() {
        harness.offer(count(TOKEN));
        harness.settle();

        harness.node.fail(new IllegalStateException("connection reset"));
        harness.pass(Conversation.POLL);

        assertThat(harness.node.reports()).hasSizeGreaterThan(1);
        assertThat(calls).hasValue(1);
    }

    /** An agent whose action counts its calls once the gate is open. */
    private Harness waitingFor(CountDownLatch gate) {
        return new Harness()
                .action("wait", (input, step) -> {
                    gate.await();
                    return calls.incrementAndGet();
                })
                .start();
    }

    @Test
    @DisplayName("A9: a request that arrives twice while its handler runs is run once")
    void requestTwiceWhileRunning() {
        CountDownLatch go = new CountDownLatch(1);
        Harness slow = waitingFor(go);
        slow.offer(request(TOKEN, "wait", "{}"));
        slow.offer(request(TOKEN, "wait", "{}"));
        go.countDown();
        slow.settle();

        assertThat(calls).hasValue(1);
        assertThat(slow.node.reports()).hasSize(1);
    }

    @Test
    @DisplayName("A9: a request that arrives after its report makes the agent repeat the report at once")
    void requestAgainAfterTheReport() {
        harness.offer(count(TOKEN));
        harness.settle();

        harness.offer(count(TOKEN));
        harness.settle();

        assertThat(harness.node.reports())
                .hasSize(2)
                .containsOnly(harness.node.reports().getFirst());
        assertThat(calls).hasValue(1);
    }

    @Test
    @DisplayName("A9: a request that arrives after the engine has answered the report is not run again")
    void requestAfterTheVerdict() {
        harness.offer(count(TOKEN));
        harness.settle();
        harness.node.accept(TOKEN);
        harness.turn();

        harness.offer(count(TOKEN));
        harness.settle();

        assertThat(calls).hasValue(1);
        assertThat(harness.node.reports()).hasSize(1);
    }

    @Test
    void theAnswerOfAnExchangeThatWasGivenUpIsHeardAllTheSame() {
        harness.node.holdsOlder = true;
        FakeNode.Sent first = harness.node.last();
        harness.pass(Conversation.POLL.plus(Duration.ofSeconds(15)));
        assertThat(harness.node.last()).isNotSameAs(first);

        first.promise().complete(new Reply(List.of(request(TOKEN, "count", "{}")), List.of(), List.of()));
        harness.settle();

        assertThat(calls).hasValue(1);
        assertThat(harness.node.reports()).hasSize(1);
    }

    @Test
    @DisplayName("F10: an answer to a report that is repeated, early or for another attempt changes nothing")
    void oddVerdicts() {
        CountDownLatch go = new CountDownLatch(1);
        Harness slow = waitingFor(go);
        slow.offer(request(TOKEN, "wait", "{}"));
        slow.node.accept(TOKEN);
        slow.turn();
        go.countDown();
        slow.settle();
        slow.node.accept(token("s", 2), token("t", 1));
        slow.turn();
        assertThat(slow.session().holdings().isEmpty()).isFalse();

        slow.node.accept(TOKEN, TOKEN);
        slow.turn();

        assertThat(slow.node.reports()).hasSize(1);
        assertThat(slow.session().holdings().isEmpty()).isTrue();
    }

    @Test
    @DisplayName("F8: a refused report is not repeated")
    void refusedReport() {
        harness.offer(count(TOKEN));
        harness.settle();

        harness.node.refuse(TOKEN, "attempt 1 was given up");
        harness.pass(Duration.ofSeconds(60));

        assertThat(harness.node.reports()).hasSize(1);
    }

    @Test
    @DisplayName("A newer attempt runs at once. The older one is cancelled and reports nothing")
    void newerAttemptReplacesTheOlder() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Harness both = new Harness()
                .action("first.hangs", (input, step) -> {
                    if (step.attempt() == 1) {
                        began.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            if (step.cancelled() && step.remaining().isZero()) {
                                interrupted.countDown();
                            }
                            return "late";
                        }
                    }
                    return step.attempt();
                })
                .start();
        both.offer(request(TOKEN, "first.hangs", "{}"));
        began.await();

        both.offer(request(token("s", 2), "first.hangs", "{}"));
        both.settle();

        assertThat(interrupted.getCount()).isZero();
        assertThat(both.onlyReport().token()).isEqualTo(token("s", 2));
    }

    @Test
    void anOlderAttemptThatComesLateIsNotRun() {
        harness.offer(count(token("s", 2)));
        harness.settle();
        harness.offer(count(TOKEN));
        harness.settle();

        assertThat(calls).hasValue(1);
        assertThat(harness.onlyReport().token()).isEqualTo(token("s", 2));
    }

    @Test
    void forwardProbeAndCompensationDoNotReplaceOneAnother() {
        harness.offer(count(TOKEN), count(token("s", Purpose.PROBE, 2)), count(token("s", Purpose.COMPENSATION, 3)));
        harness.settle();

        assertThat(calls).hasValue(3);
    }

    @Test
    void atMostTwoExchangesAreOpenAndNewsGathersMeanwhile() {
        AttemptToken[] tokens =
                IntStream.range(0, 50).mapToObj(i -> token("s" + i, 1)).toArray(AttemptToken[]::new);
        CountDownLatch go = new CountDownLatch(1);
        Harness slow = new Harness()
                .action("wait", (input, step) -> go.await(20, TimeUnit.SECONDS))
                .action("count", (input, step) -> calls.incrementAndGet())
                .start();
        slow.node.holdsOlder = true;
        slow.offer(request(tokens[0], "wait", "{}"));
        FakeNode.Sent poll = slow.node.last();
        go.countDown();
        slow.settle();
        assertThat(slow.node.reports()).hasSize(1);
        assertThat(unanswered(slow)).as("the poll, and the one with the report").isEqualTo(2);

        poll.promise().complete(new Reply(requests(tokens, 1, 25), List.of(), List.of()));
        slow.settle();
        assertThat(unanswered(slow)).isEqualTo(2);
        int sent = slow.node.sent.size();
        slow.node.sent.get(sent - 2).promise().complete(new Reply(requests(tokens, 25, 50), List.of(), List.of()));
        slow.settle();
        slow.node.releaseOlder();
        slow.turn();

        assertThat(slow.node.reports()).extracting(Report::token).containsExactlyInAnyOrder(tokens);
        assertThat(unanswered(slow)).isLessThanOrEqualTo(Conversation.OPEN_MAX);
        assertThat(slow.node.sent.size()).as("exchanges for 50 reports").isLessThan(12);
    }

    private static List<AttemptRequest> requests(AttemptToken[] tokens, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> count(tokens[i])).toList();
    }

    private static long unanswered(Harness harness) {
        return harness.node.sent.stream()
                .filter(each -> !each.promise().isDone())
                .count();
    }

    @Test
    @DisplayName("R41: large outputs are spread over exchanges, and each of them fits by itself")
    void exchangesAreBounded() {
        Harness large = new Harness()
                .action("large", (input, step) -> "x".repeat(1_000_000))
                .start();
        large.node.offer(IntStream.range(0, 7)
                .mapToObj(i -> request(token("s" + i, 1), "large", "{}"))
                .toArray(AttemptRequest[]::new));
        large.settle();
        large.pass(Duration.ofSeconds(1));

        assertThat(large.node.reports()).hasSize(7);
        assertThat(large.node.sent)
                .allSatisfy(each -> assertThat(each.exchange().reports()).hasSizeLessThanOrEqualTo(2));
    }

    @Test
    @DisplayName("R46: requests beyond the queue are left to the node, which offers them again")
    void tooManyRequests() {
        CountDownLatch go = new CountDownLatch(1);
        Harness one = new Harness()
                .slots(1)
                .action("wait", (input, step) -> {
                    go.await();
                    return calls.incrementAndGet();
                })
                .start();
        one.offer(request(token("a", 1), "wait", "{}"));
        one.offer(request(token("b", 1), "wait", "{}"), request(token("c", 1), "wait", "{}"));

        assertThat(one.session().holdings().all()).hasSize(2);
        go.countDown();
        one.settle();
        assertThat(calls).hasValue(2);
        one.offer(request(token("c", 1), "wait", "{}"));
        one.settle();
        assertThat(calls).hasValue(3);
    }

    @Test
    void noMoreHandlersRunAtOnceThanSlots() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        Harness few = new Harness()
                .slots(3)
                .action("wait", (input, step) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    go.await();
                    return running.decrementAndGet();
                })
                .start();
        few.offer(IntStream.range(0, 6)
                .mapToObj(i -> request(token("s" + i, 1), "wait", "{}"))
                .toArray(AttemptRequest[]::new));
        few.until(() -> running.get() == 3);
        go.countDown();
        few.settle();

        assertThat(few.node.reports()).hasSize(6);
        assertThat(most).hasValue(3);
    }

    @Test
    void verdictsAndRequestsOfOneReplyAreBothTaken() {
        harness.offer(count(TOKEN));
        harness.settle();

        harness.node.answer(new Reply(List.of(count(token("t", 1))), List.of(new Verdict(TOKEN, null)), List.of()));
        harness.settle();

        assertThat(harness.node.reports()).extracting(Report::token).containsExactly(TOKEN, token("t", 1));
    }
}
