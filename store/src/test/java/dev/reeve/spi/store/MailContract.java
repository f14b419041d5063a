package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The letters between nodes. Implemented by those tests of {@link StoreContract} whose store nodes can share. */
public interface MailContract extends StoreUnderTest {

    private Mail mail() {
        return store().cluster().mail();
    }

    private NodeId joined(String name) {
        NodeId node = fixture().node(name);
        List<LaneStore> lanes = store().cluster().join(new Registration(node, false, true, Duration.ofSeconds(10)), 1);
        assertThat(lanes).hasSize(1);
        return node;
    }

    private static MailRow letter(NodeId from, long number, NodeId to) {
        return new MailRow(to.toString(), new MailKey(from.toString(), number), "{\"n\": 1.50}");
    }

    private static MailProgress unread(NodeId from) {
        return new MailProgress(from.toString(), 0, 0);
    }

    private static MailProgress read(NodeId from, long removed, long read) {
        return new MailProgress(from.toString(), removed, read);
    }

    private List<MailRow> received(NodeId node, MailProgress... senders) {
        return mail().receive(node.toString(), List.of(senders), 100, 1 << 20);
    }

    @Test
    @DisplayName("letters stay in the order of their numbers until they are read")
    default void lettersComeInOrder() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        NodeId c = joined("c");
        mail().send(List.of());
        mail().send(List.of(letter(a, 7, c), letter(a, 8, c), letter(a, 9, b)));
        mail().send(List.of(letter(b, 1, c), letter(a, 10, c)));

        List<MailRow> all = received(c, unread(a), unread(b));
        assertThat(all).containsExactly(letter(a, 7, c), letter(a, 8, c), letter(a, 10, c), letter(b, 1, c));
        assertThat(mail().receive(c.toString(), List.of(unread(a), unread(b)), 2, 1 << 20))
                .isEqualTo(all.subList(0, 2));

        assertThat(received(c, read(a, 0, 8), unread(b))).containsExactly(letter(a, 10, c), letter(b, 1, c));
        assertThat(received(c, read(a, 8, 8), unread(b))).containsExactly(letter(a, 10, c), letter(b, 1, c));
        assertThat(received(c, read(a, 8, 10), read(b, 0, 1))).isEmpty();
        assertThat(received(c, unread(a), unread(b))).isEmpty();
        assertThat(received(b, unread(a))).containsExactly(letter(a, 9, b));
    }

    @Test
    @DisplayName("only the letters of the senders that are asked for are returned or removed")
    default void lettersOfOthersStay() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        NodeId c = joined("c");
        mail().send(List.of(letter(a, 1, c), letter(b, 2, c)));

        assertThat(received(c)).isEmpty();
        assertThat(received(c, unread(b))).containsExactly(letter(b, 2, c));
        assertThat(received(c, read(b, 0, 2))).isEmpty();
        assertThat(received(c, unread(a), unread(b))).containsExactly(letter(a, 1, c));
    }

    @Test
    @DisplayName("letters that were removed before may be there again, and stay until they are asked for")
    default void whatWasRemovedBefore() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        mail().send(List.of(letter(a, 1, b), letter(a, 2, b), letter(a, 3, b)));

        assertThat(received(b, read(a, 1, 2))).containsExactly(letter(a, 3, b));
        assertThat(received(b, unread(a))).containsExactly(letter(a, 1, b), letter(a, 3, b));
        assertThat(received(b, read(a, 0, 3))).isEmpty();
        assertThat(received(b, unread(a))).isEmpty();
    }

    @Test
    @DisplayName("a letter that is sent again is there once")
    default void aLetterIsThereOnce() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        mail().send(List.of(letter(a, 1, b)));
        mail().send(List.of(letter(a, 1, b), letter(a, 2, b)));

        assertThat(received(b, unread(a))).containsExactly(letter(a, 1, b), letter(a, 2, b));
    }

    @Test
    @DisplayName("a page of letters is short enough for memory, and holds one at least")
    default void pagesAreBounded() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        mail().send(List.of(letter(a, 1, b), letter(a, 2, b), letter(a, 3, b)));
        long length = letter(a, 1, b).content().length();
        List<MailProgress> senders = List.of(unread(a));

        assertThat(mail().receive(b.toString(), senders, 100, 2 * length)).hasSize(2);
        assertThat(mail().receive(b.toString(), senders, 100, 1)).containsExactly(letter(a, 1, b));
    }

    @Test
    @DisplayName("letters from and to a node leave with it, and none is kept from or for a node that is not registered")
    default void lettersLeaveWithTheirNodes() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        NodeId c = joined("c");
        mail().send(List.of(letter(a, 1, b), letter(b, 1, c), letter(a, 2, c)));

        store().cluster().leave(b);
        mail().send(List.of(letter(a, 3, b), letter(a, 4, c)));
        mail().send(List.of(letter(b, 2, c)));

        assertThat(received(b, unread(a))).isEmpty();
        assertThat(received(c, unread(a), unread(b))).containsExactly(letter(a, 2, c), letter(a, 4, c));
    }
}
