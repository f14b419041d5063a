package dev.reeve.internal.http.endpoint;

import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the whole API together. */
public final class HttpApi {

    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

    private HttpApi() {}

    /**
     * The handler of an engine, which is ready while the engine answers and has its store.
     *
     * @param feed an observer of the engine
     * @param admission the checks before each endpoint
     * @param more endpoints of other modules, such as those for agents
     */
    public static HttpHandler handler(Reeve reeve, ChangeFeed feed, Admission admission, List<Endpoint> more) {
        return handler(reeve, feed, () -> isReady(reeve), admission, more);
    }

    /** The handler of an engine without an observer, so without the stream of changes and the last hour. */
    public static HttpHandler withoutChanges(Reeve reeve, Admission admission) {
        Door door = new Door(reeve, admission.access(), admission.record());
        List<Endpoint> all = endpoints(door, new ChangeFeed("none"), () -> isReady(reeve)).stream()
                .filter(endpoint -> !List.of(SystemEndpoints.CHANGES, SystemEndpoints.LAST_HOUR)
                        .contains(endpoint.path()))
                .toList();
        return new HttpHandler(new Router(all), admission);
    }

    /** Whether the engine answers, and has its store. */
    private static boolean isReady(Reeve reeve) {
        try {
            return !reeve.nodes().isEmpty();
        } catch (ReeveException e) {
            LOG.debug("not ready: {}", e.getMessage());
            return false;
        }
    }

    /**
     * As above.
     *
     * @param ready whether the server should get requests
     */
    public static HttpHandler handler(
            Reeve reeve, ChangeFeed feed, BooleanSupplier ready, Admission admission, List<Endpoint> more) {
        Door door = new Door(reeve, admission.access(), admission.record());
        List<Endpoint> all = new ArrayList<>(endpoints(door, feed, ready));
        all.addAll(more);
        return new HttpHandler(new Router(all), admission);
    }

    static List<Endpoint> endpoints(Door door, ChangeFeed feed, BooleanSupplier ready) {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(new ExecutionEndpoints(door).all());
        all.addAll(new RecoveryEndpoints(door).all());
        all.addAll(new DefinitionEndpoints(door).all());
        all.add(new StatisticsEndpoint(door).get());
        all.addAll(new OperationEndpoints(door).all());
        all.add(new RecordEndpoint(door).get());
        all.addAll(new SystemEndpoints(feed, ready).all());
        return all;
    }
}
