package dev.reeve.internal.document;

import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The actions that agents offer.
 *
 * @param services by name
 */
public record ServiceStatusListDocument(List<Service> services) implements Document {

    private static final double PERCENT = 100;

    /**
     * An action.
     *
     * @param action its name
     * @param state whether it is called
     * @param since when that began
     * @param reason why it is not called
     * @param actor who paused it
     * @param next when it is tried
     * @param failurePercent the share of failed calls
     * @param queued the number of waiting steps
     * @param retries the number of these that are retries
     * @param limited the number of these that wait for a limit
     * @param waiting how long the oldest has waited
     * @param underWay the number of calls under way
     * @param limit the maximum of those at present
     * @param agents the number of agents
     */
    public record Service(
            String action,
            ServiceState state,
            @Nullable Instant since,
            @Nullable String reason,
            @Nullable String actor,
            @Nullable Instant next,
            int failurePercent,
            int queued,
            int retries,
            int limited,
            Duration waiting,
            int underWay,
            @Nullable Integer limit,
            int agents)
            implements Document {

        static Service of(ServiceStatus it) {
            return new Service(
                    it.action(),
                    it.state(),
                    it.since(),
                    it.reason(),
                    it.actor(),
                    it.next(),
                    (int) Math.round(it.failureShare() * PERCENT),
                    it.queued(),
                    it.retries(),
                    it.limited(),
                    it.waiting(),
                    it.underWay(),
                    it.limit(),
                    it.agents());
        }

        ServiceStatus status() {
            return new ServiceStatus(
                    action,
                    state,
                    since,
                    reason,
                    actor,
                    next,
                    failurePercent / PERCENT,
                    queued,
                    retries,
                    limited,
                    waiting,
                    underWay,
                    limit,
                    agents);
        }
    }

    public static ServiceStatusListDocument of(List<ServiceStatus> services) {
        return new ServiceStatusListDocument(services.stream().map(Service::of).toList());
    }

    /** The statuses. Shares of failures are those of whole percents. */
    public List<ServiceStatus> statuses() {
        return services.stream().map(Service::status).toList();
    }
}
