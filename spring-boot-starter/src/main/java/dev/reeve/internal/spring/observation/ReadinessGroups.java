package dev.reeve.internal.spring.observation;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * The groups of the health endpoint, with the engine in the group {@code readiness}.
 *
 * @param groups as they are without it
 */
record ReadinessGroups(HealthEndpointGroups groups) implements HealthEndpointGroups {

    private static final String READINESS = "readiness";

    private static final String CONTRIBUTOR = "reeve";

    @Override
    public HealthEndpointGroup getPrimary() {
        return groups.getPrimary();
    }

    @Override
    public Set<String> getNames() {
        return groups.getNames();
    }

    @Override
    public @Nullable HealthEndpointGroup get(String name) {
        HealthEndpointGroup group = groups.get(name);
        return group != null && name.equals(READINESS) ? new WithEngine(group) : group;
    }

    /**
     * The group with one more member.
     *
     * @param group as it is without it
     */
    private record WithEngine(HealthEndpointGroup group) implements HealthEndpointGroup {

        @Override
        public boolean isMember(String name) {
            return name.equals(CONTRIBUTOR) || group.isMember(name);
        }

        @Override
        public boolean showComponents(SecurityContext securityContext) {
            return group.showComponents(securityContext);
        }

        @Override
        public boolean showDetails(SecurityContext securityContext) {
            return group.showDetails(securityContext);
        }

        @Override
        public StatusAggregator getStatusAggregator() {
            return group.getStatusAggregator();
        }

        @Override
        public HttpCodeStatusMapper getHttpCodeStatusMapper() {
            return group.getHttpCodeStatusMapper();
        }

        @Override
        public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
            return group.getAdditionalPath();
        }
    }
}
