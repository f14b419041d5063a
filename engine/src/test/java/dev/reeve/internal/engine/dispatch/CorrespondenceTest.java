package dev.reeve.internal.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.mail.Correspondence;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An owner of executions and the node of an agent, whose letters go through a store. */
final class CorrespondenceTest {

    private final ManualClock time = new ManualClock(Instant.EPOCH);
    private final ClusterStore store = new ModelStore(time::now).cluster();
    private final ExecutionId execution = new ExecutionId(UUID.randomUUID());
    private final Post owner = new Post("owner", 1);
    private final Post host = new Post("host", 2);
    private final SessionId agent =
            host.node.dispatcher.register(new dev.reeve.spi.transport.Registration("agent", Set.of("a.do"), 2));

    /** A node with its letters. */
    private final class Post implements Mail {

        private final String name;
        private final CorrespondingNode node;
        private final Correspondence letters;
        private final List<String> losses = new ArrayList<>();
        private Map<Integer, String> others = Map.of();
        private int registrations;
        private boolean loses;
        private boolean answersLate;
        private final List<String> tallies = new ArrayList<>();
        private int sent;
        private @Nullable StoreException failure;

        private Post(String name, int prefix) {
            this.name = name;
            this.node = new CorrespondingNode(register(), prefix, time, ServiceOptions.defaults());
            this.letters = new Correspondence(
                    this, node.dispatcher.correspondent(), time, () -> others, hint -> {}, losses::add);
        }

        private String register() {
            NodeId id = new NodeId(name, ++registrations);
            assertThat(store.join(new Registration(id, false, true, Duration.ofSeconds(10)), 1))
                    .hasSize(1);
            return id.toString();
        }

        private void joinAgain() {
            store.leave(new NodeId(name, registrations));
            node.joinAgain(register());
        }

        private void knows(Post other) {
            others = Map.of(other.node.prefix, other.node.name);
            node.knows(other.node);
        }

        @Override
        public void send(List<MailRow> rows) {
            if (failure != null) {
                throw failure;
            }
            if (!loses) {
                store.mail().send(rows);
                sent += rows.size();
                rows.stream()
                        .map(MailRow::content)
                        .filter(content -> content.contains("Tally"))
                        .forEach(tallies::add);
            }
            if (answersLate) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "the answer is lost (made up)", null);
            }
        }

        @Override
        public List<MailRow> receive(String receiver, Collection<MailProgress> senders, int limit, long lengthMax) {
            return store.mail().receive(receiver, senders, limit, lengthMax);
        }
    }

    CorrespondenceTest() {
        acquaint();
    }

    private void acquaint() {
        owner.knows(host);
        host.knows(owner);
    }

    /** Lets some seconds pass, in which each node looks for letters again and again. */
    private void exchange(int seconds) {
        for (int i = 0; i < 4 * seconds; i++) {
            owner.letters.runOnce();
            host.letters.runOnce();
            time.pass(Duration.ofMillis(250));
        }
    }

    private ReadyStep step(int number) {
        return new ReadyStep(execution, StepPath.of("s" + number), "a.do", 0, false, null);
    }

    private AttemptToken deliver() {
        Work work = CorrespondingNode.work(time);
        AttemptToken token = requireNonNull(work.token());
        owner.node.dispatcher.deliver(List.of(
                new Delivery(owner.node.slots.getLast(), token, work, "flow", requireNonNull(work.completeBy()))));
        return token;
    }

    private List<AttemptToken> requests() {
        return host
                .node
                .dispatcher
                .exchange(agent, Exchange.NOTHING, Duration.ZERO)
                .toCompletableFuture()
                .join()
                .requests()
                .stream()
                .map(AttemptRequest::token)
                .toList();
    }

    private AttemptToken offerAgain() {
        Work work = CorrespondingNode.work(time);
        AttemptToken token = requireNonNull(work.token());
        assertThat(owner.node.dispatcher.foreign(token, "agent@" + agent)).isTrue();
        owner.node.dispatcher.offerAgain("agent@" + agent, "flow", work);
        return token;
    }

    @Test
    @DisplayName("R21: an attempt that lanes offer again before the first look for letters reaches its agent")
    void offeredAtOnce() {
        AttemptToken token = offerAgain();

        exchange(2);

        assertThat(requests()).containsExactly(token);
    }

    @Test
    @DisplayName("R21: an attempt that lanes offer again after a new registration reaches its agent")
    void offeredAfterANewRegistration() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        owner.joinAgain();
        AttemptToken token = offerAgain();
        acquaint();

        exchange(2);

        assertThat(requests()).containsExactly(token);
    }

    @Test
    @DisplayName("agreements of an earlier registration end on both sides, and new ones are made")
    void agreementsEnd() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        assertThat(owner.node.slots).hasSize(1);

        owner.joinAgain();
        acquaint();
        exchange(3);
        assertThat(host.node.dispatcher.outstanding()).isZero();

        owner.node.dispatcher.enqueue(List.of(step(2), step(3)));
        exchange(2);
        assertThat(owner.node.slots).hasSize(3);
    }

    @Test
    @DisplayName("what arrives for an earlier registration counts no more")
    void lateForTheRegistration() {
        String before = owner.node.name;
        owner.joinAgain();
        Correspondent correspondent = owner.node.dispatcher.correspondent();

        List<Parcel> answer = correspondent.round(
                before,
                owner.others,
                List.of(new Parcel(host.node.name, new Notice.Lend("agent@" + agent, "a.do", 1))));
        owner.node.dispatcher.enqueue(List.of(step(1)));

        assertThat(answer).isEmpty();
        assertThat(owner.node.slots).isEmpty();
    }

    @Test
    @DisplayName("F22: a node learns that the database has lost a letter to it, and reads no more until it joins again")
    void aLostLetter() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        owner.loses = true;
        AttemptToken lost = deliver();
        exchange(2);
        owner.loses = false;
        assertThat(requests()).isEmpty();

        exchange(15);
        assertThat(host.losses).containsExactly(host.node.name);
        assertThat(owner.losses).isEmpty();

        host.joinAgain();
        acquaint();
        owner.node.dispatcher.enqueue(List.of(step(2)));
        exchange(15);
        assertThat(owner.node.lost).containsExactly(lost);
        assertThat(owner.node.slots).hasSize(2);
        AttemptToken next = deliver();
        exchange(2);
        assertThat(requests()).containsExactly(next);
        assertThat(host.losses).hasSize(1);
    }

    @Test
    @DisplayName("F22: a lost wish for slots is noticed although nothing else is written")
    void aLostWish() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        deliver();
        exchange(2);
        owner.loses = true;
        owner.node.dispatcher.enqueue(List.of(step(2), step(3), step(4), step(5)));
        exchange(1);
        owner.loses = false;

        exchange(12);

        assertThat(host.losses).isNotEmpty();
    }

    @Test
    @DisplayName("letters whose outcome is unknown, and ones that the database refuses, are no loss")
    void noLoss() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        owner.failure = new StoreException(StoreException.Kind.UNAVAILABLE, "made up", null);
        AttemptToken token = deliver();
        exchange(3);
        owner.failure = null;
        exchange(3);
        assertThat(requests()).containsExactly(token);

        owner.failure = new StoreException(StoreException.Kind.DATA, "made up", null);
        owner.node.dispatcher.cancel(List.of(token), List.of("agent@" + agent));
        exchange(30);
        owner.failure = null;
        exchange(60);

        assertThat(host.losses).isEmpty();
        assertThat(owner.losses).isEmpty();
    }

    @Test
    @DisplayName("letters that were read, and sent again because the answer was lost, leave the store")
    void sentAgain() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        AttemptToken token = deliver();
        owner.answersLate = true;
        exchange(1);
        owner.answersLate = false;
        exchange(15);

        assertThat(requests()).containsExactly(token);
        assertThat(stored(owner, host)).isEmpty();
        assertThat(host.losses).isEmpty();
    }

    @Test
    @DisplayName("an attempt whose letter the database refuses is lost, and its slot is free again")
    void refused() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        owner.failure = new StoreException(StoreException.Kind.DATA, "made up", null);
        AttemptToken token = deliver();
        owner.letters.runOnce();
        owner.failure = null;
        exchange(3);

        assertThat(owner.node.lost).containsExactly(token);
        assertThat(owner.node.dispatcher.hasForeign()).isFalse();
        assertThat(host.node.dispatcher.outstanding()).isZero();
    }

    @Test
    @DisplayName("tallies say once that letters were repeated, and an outage leaves one for each node")
    void repeatedOnce() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        owner.answersLate = true;
        deliver();
        exchange(3_600);
        owner.answersLate = false;
        owner.tallies.clear();
        for (int i = 2; i < 400; i++) {
            owner.node.dispatcher.cancel(
                    List.of(requireNonNull(CorrespondingNode.work(time).token())), List.of("agent@" + agent));
            exchange(1);
        }

        assertThat(owner.tallies).hasSizeBetween(30, 45);
        assertThat(owner.tallies.stream().filter(tally -> tally.contains("\"repeated\":1")))
                .hasSizeBetween(1, 2);
        assertThat(host.losses).isEmpty();
    }

    private List<MailRow> stored(Post sender, Post receiver) {
        MailProgress all = new MailProgress(sender.node.name, 0, 0);
        return store.mail().receive(receiver.node.name, List.of(all), 100, 1 << 20);
    }

    @Test
    @DisplayName("after the last notice a node sends a few tallies, and then nothing more")
    void talliesEnd() {
        owner.node.dispatcher.enqueue(List.of(step(1)));
        exchange(2);
        deliver();
        exchange(60);
        int before = owner.sent;
        assertThat(before).isPositive();
        exchange(1_800);
        assertThat(owner.sent - before).isBetween(4, 5); // of seven, two or three came before

        int last = owner.sent;
        exchange(3_600);
        assertThat(owner.sent).isEqualTo(last);
        assertThat(host.losses).isEmpty();
    }

    @Test
    @DisplayName("a node that has lost its registration reads no letters to it")
    void withoutARegistration() {
        String before = owner.node.name;
        owner.node.dispatcher.reset();
        Notice lend = new Notice.Lend("agent@" + agent, "a.do", 1);

        owner.node.dispatcher.correspondent().round(before, owner.others, List.of(new Parcel(host.node.name, lend)));
        owner.node.dispatcher.enqueue(List.of(step(1)));

        assertThat(owner.node.slots).isEmpty();
    }

    @Test
    @DisplayName("nodes that never wrote to each other write nothing while time passes")
    void silence() {
        exchange(60);

        assertThat(owner.sent + host.sent).isZero();
    }
}
