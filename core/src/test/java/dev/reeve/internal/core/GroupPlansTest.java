package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S7: the plans of groups")
final class GroupPlansTest {

    private static final Definition ORDER = DefinitionReader.parse("""
            workflow: order
            version: 7
            steps:
              ship:
                steps:
                  pack: { action: parcel.pack }
                  arrive: { after: [pack], steps: { ask: { action: parcel.ask, limit: { concurrency: 1 } } } }
            finally:
              tell: { steps: { say: { action: mail.send } } }
            """);

    @Test
    @DisplayName("are found by name in the plan of the whole, and in each other")
    void parts() {
        Plan whole = Plan.of(ORDER);
        Plan ship = Objects.requireNonNull(whole.part("order.ship"));
        Plan arrive = Objects.requireNonNull(whole.part("order.ship.arrive"));

        assertThat(ship.workflow().name()).isEqualTo("order.ship");
        assertThat(ship.workflow().version()).isEqualTo(7);
        assertThat(ship.size()).isEqualTo(2);
        assertThat(arrive.hasLimits()).isTrue();
        assertThat(whole.hasLimits()).isFalse();
        assertThat(whole.part("order.tell")).isNotNull();
        assertThat(whole.part("order")).isSameAs(whole);
        assertThat(whole.part("order.pay")).isNull();
        assertThat(arrive.whole()).isSameAs(whole);
        assertThat(arrive.part("order.ship")).isSameAs(ship);
        assertThat(whole.whole()).isSameAs(whole);
    }

    @Test
    @DisplayName("know errors if any expression of the whole reads one (ADR 64)")
    void errors() {
        Plan outside = Plan.of(DefinitionReader.parse("""
                workflow: order
                steps:
                  ship: { onExhausted: continue, steps: { pack: { action: parcel.pack } } }
                  say: { after: [ship], value: "${ steps.ship.error.code }" }
                """));
        Plan inside = Plan.of(DefinitionReader.parse("""
                workflow: order
                steps:
                  ship:
                    steps:
                      pack: { action: parcel.pack, onExhausted: continue }
                      say: { after: [pack], value: "${ steps.pack.error.code }" }
                """));

        assertThat(Objects.requireNonNull(outside.part("order.ship")).usesErrors())
                .isTrue();
        assertThat(Objects.requireNonNull(inside.part("order.ship")).usesErrors())
                .isTrue();
        assertThat(inside.usesErrors()).isTrue();
        assertThat(Plan.of(ORDER).usesErrors()).isFalse();
    }
}
