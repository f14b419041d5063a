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

    private List<MailRow> received(NodeId node, MailKey... read) {
        return mail().receive(node.toString(), List.of(read), 100, 1 << 20);
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

        List<MailRow> all = received(c);
        assertThat(all).containsExactly(letter(a, 7, c), letter(a, 8, c), letter(a, 10, c), letter(b, 1, c));
        assertThat(mail().receive(c.toString(), List.of(), 2, 1 << 20)).isEqualTo(all.subList(0, 2));

        assertThat(received(c, new MailKey(a.toString(), 8))).containsExactly(letter(a, 10, c), letter(b, 1, c));
        assertThat(received(c)).containsExactly(letter(a, 10, c), letter(b, 1, c));
        assertThat(received(c, new MailKey(a.toString(), 10), new MailKey(b.toString(), 1)))
                .isEmpty();
        assertThat(received(b)).containsExactly(letter(a, 9, b));
    }

    @Test
    @DisplayName("a letter that is sent again is there once")
    default void aLetterIsThereOnce() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        mail().send(List.of(letter(a, 1, b)));
        mail().send(List.of(letter(a, 1, b), letter(a, 2, b)));

        assertThat(received(b)).containsExactly(letter(a, 1, b), letter(a, 2, b));
    }

    @Test
    @DisplayName("a page of letters is short enough for memory, and holds one at least")
    default void pagesAreBounded() {
        NodeId a = joined("a");
        NodeId b = joined("b");
        mail().send(List.of(letter(a, 1, b), letter(a, 2, b), letter(a, 3, b)));
        long length = letter(a, 1, b).content().length();

        assertThat(mail().receive(b.toString(), List.of(), 100, 2 * length)).hasSize(2);
        assertThat(mail().receive(b.toString(), List.of(), 100, 1)).containsExactly(letter(a, 1, b));
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

        assertThat(received(b)).isEmpty();
        assertThat(received(c)).containsExactly(letter(a, 2, c), letter(a, 4, c));
    }
}
