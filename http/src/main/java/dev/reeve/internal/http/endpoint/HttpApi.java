package dev.reeve.internal.http.endpoint;

import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.http.AllowedHosts;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Puts the whole API together. */
public final class HttpApi {

    private HttpApi() {}

    /**
     * The handler of an engine.
     *
     * @param feed an observer of the engine
     * @param ready whether the server should get requests
     * @param more endpoints of other modules, such as those for agents
     */
    public static HttpHandler handler(
            Reeve reeve,
            ChangeFeed feed,
            BooleanSupplier ready,
            Authentication authentication,
            Access access,
            AccessRecord record,
            AllowedHosts hosts,
            List<Endpoint> more) {
        Access recorded = (who, operation, namespace, workflow) -> {
            try {
                access.check(who, operation, namespace, workflow);
            } catch (ReeveException e) {
                record.add(new AccessRecord.Entry(who.name(), "", operation, namespace, null, null, e.code()));
                throw e;
            }
        };
        List<Endpoint> all = new ArrayList<>(endpoints(new Door(reeve, access, record), feed, ready));
        all.addAll(more);
        return new HttpHandler(new Router(all), authentication, recorded, hosts);
    }

    static List<Endpoint> endpoints(Door door, ChangeFeed feed, BooleanSupplier ready) {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(new ExecutionEndpoints(door).all());
        all.addAll(new RecoveryEndpoints(door).all());
        all.addAll(new DefinitionEndpoints(door).all());
        all.addAll(new OperationEndpoints(door).all());
        all.addAll(new SystemEndpoints(feed, ready).all());
        return all;
    }
}
