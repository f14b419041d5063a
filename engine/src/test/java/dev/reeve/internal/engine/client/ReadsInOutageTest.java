package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.UnavailableException;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.workflow.Workflow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Reads that need several statements, while the database does not answer. */
final class ReadsInOutageTest {

    private static final Workflow GREETING = Workflow.parse("""
            workflow: greeting
            version: 2
            steps:
              only: { action: greet }
            """);

    /** A store that cannot begin a transaction for several reads while its database is away. */
    private static final class AwayStore extends ForwardingStore {

        private volatile boolean away;

        AwayStore(Store store) {
            super(store);
        }

        @Override
        public <T> T together(Supplier<T> readings) {
            if (away) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "the database is away", null);
            }
            return super.together(readings);
        }
    }

    @Test
    @DisplayName("F14: the inbox and the check of a definition say that the store is unavailable")
    void unavailable() {
        AwayStore store = new AwayStore(new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)));
        try (Reeve reeve = EmbeddedReeve.on(store, NodeOptions.defaults().withoutCluster())) {
            assertThat(reeve.inbox().groups()).isEmpty();

            store.away = true;

            assertThatThrownBy(reeve::inbox)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("the database is away");
            assertThatThrownBy(() -> reeve.check(GREETING))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("the database is away");
        }
    }
}
