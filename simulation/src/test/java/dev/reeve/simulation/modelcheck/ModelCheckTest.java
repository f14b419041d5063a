package dev.reeve.simulation.modelcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.modelcheck.Exploration.Findings;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code ./reeve modelcheck} explores more, and for longer. */
class ModelCheckTest {

    private static final int STATES_MAX = 50_000;

    @Test
    @DisplayName("F8 F10 F52 F53 F54 I3 I4 I5 I6 I7 I8 I10 I11 I13 I16 L1: every order of everything that can happen")
    void everyOrder() {
        List<Findings> all = ModelCheck.check(Models.small(), STATES_MAX, System.out);

        assertThat(all).allMatch(Findings::whole);
        assertThat(all.stream().mapToInt(Findings::states).sum())
                .as("fewer situations than there were: something is not explored any more")
                .isGreaterThan(20_000);
    }
}
