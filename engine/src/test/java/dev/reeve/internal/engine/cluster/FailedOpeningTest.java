package dev.reeve.internal.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FailedOpeningTest {

    private final MemoryStore database = new MemoryStore(Instant::now);

    @Test
    @DisplayName("H3: a node that fails while it is opened leaves no registration behind")
    void leaves() {
        ForwardingStore failing = new ForwardingStore(database.reopened()) {
            @Override
            public List<String> namespaces() {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
            }
        };
        NodeOptions options = NodeOptions.defaults().withCluster(ClusterOptions.defaults());

        assertThatThrownBy(() -> Node.open(failing, options, Surroundings.machine()))
                .hasMessageContaining("gone");

        assertThat(database.cluster().renew(new NodeId("other", 1), false).members())
                .isEmpty();
    }
}
