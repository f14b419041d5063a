package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: as many schedules as there may be. */
final class ManySchedulesTest {

    private static final Schedule YEARLY = Schedule.every("report", Duration.ofDays(365));

    private final Counted store = new Counted();
    private final Reeve reeve =
            EmbeddedReeve.on(store, NodeOptions.defaults().withoutCluster().withDrain(Duration.ZERO));

    @AfterEach
    void close() {
        reeve.close();
    }

    @Test
    @DisplayName("A thousand schedules are registered, also again, and no other one; they are counted a few times")
    void aThousand() {
        reeve.deploy(Workflow.parse("workflow: report\nversion: 1\nsteps: { print: { action: report.print } }"));
        registerAll();
        registerAll();

        assertThatThrownBy(() -> reeve.schedules().put("more", Map.of(), YEARLY))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining("there are 1000 schedules, and there can be no more");
        assertThat(store.lists.get()).as("how often all were read for that").isLessThan(20);
    }

    private void registerAll() {
        for (int i = 0; i < 1_000; i++) {
            reeve.schedules().put("report-" + i, Map.of(), YEARLY);
        }
    }

    /** Counts how often all schedules are read for a caller. */
    private static final class Counted extends ForwardingStore {
        final AtomicInteger lists = new AtomicInteger();

        Counted() {
            super(new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)));
        }

        @Override
        public List<ScheduleRow> schedules(String namespace) {
            lists.incrementAndGet();
            return super.schedules(namespace);
        }
    }
}
