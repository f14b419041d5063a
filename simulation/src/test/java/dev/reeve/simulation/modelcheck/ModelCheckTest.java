package dev.reeve.simulation.modelcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import dev.reeve.simulation.modelcheck.Exploration.Findings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./reeve modelcheck} explores more, and for longer. */
class ModelCheckTest {

    private static final int STATES_MAX = 50_000;

    /** One of this number of models is explored. */
    private static final int EVERY = Extent.of("models.every", 8, 1);

    @Test
    @DisplayName("F8 F10 F52 F53 F54 I3 I4 I5 I6 I7 I8 I10 I11 I13 I16 L1: every order of all possible events")
    void everyOrder() {
        List<Findings> all = ModelCheck.check(some(), STATES_MAX, System.out);

        assertThat(all).allMatch(Findings::whole);
        assertThat(all.stream().mapToInt(Findings::states).sum())
                .as("fewer situations than there were: something is not explored any more")
                .isGreaterThan(EVERY == 1 ? 20_000 : 2_000);
    }

    private static List<Model> some() {
        List<Model> all = Models.small();
        return IntStream.range(0, all.size())
                .filter(i -> i % EVERY == 0)
                .mapToObj(all::get)
                .toList();
    }
}
