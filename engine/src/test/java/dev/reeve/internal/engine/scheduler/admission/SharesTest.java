package dev.reeve.internal.engine.scheduler.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.SharingOptions;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: who the tenant of an execution is. */
final class SharesTest {

    private static final SharingOptions BY_LABEL = SharingOptions.defaults().withTenantLabel("customer");

    private static String tenant(SharingOptions options, String namespace, Map<String, String> labels) {
        return Shares.tenant(
                options, new Event.ExecutionStarted("order", 1, namespace, "key", new Json("{}"), 0, labels, null, 1));
    }

    @Test
    @DisplayName("S8: with a label for tenants each namespace is a tenant, also if no execution has the label")
    void namespaces() {
        assertThat(tenant(BY_LABEL, "billing", Map.of()))
                .isNotEqualTo(tenant(BY_LABEL, "stock", Map.of()))
                .isNotEqualTo(tenant(BY_LABEL, "default", Map.of()))
                .isEqualTo(tenant(BY_LABEL, "billing", Map.of("shop", "one")));
    }

    @Test
    @DisplayName("S8: tenants of the same name in two namespaces are two")
    void sameName() {
        Map<String, String> acme = Map.of("customer", "acme");

        assertThat(tenant(BY_LABEL, "billing", acme))
                .isNotEqualTo(tenant(BY_LABEL, "stock", acme))
                .isNotEqualTo(tenant(BY_LABEL, "billing", Map.of("customer", "globex")));
    }

    @Test
    @DisplayName("S8: without a label for tenants all executions are of one tenant")
    void noLabel() {
        assertThat(tenant(SharingOptions.defaults(), "billing", Map.of("customer", "acme")))
                .isEqualTo(tenant(SharingOptions.defaults(), "stock", Map.of()));
    }
}
