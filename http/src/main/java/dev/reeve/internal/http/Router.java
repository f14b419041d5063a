package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the endpoint of a request. Immutable. */
public final class Router {

    private record Route(PathTemplate template, Endpoint endpoint) {}

    record Found(Endpoint endpoint, Map<String, String> parameters) {}

    private final List<Route> routes;

    /**
     * @throws IllegalArgumentException if two endpoints have the same method and path
     */
    public Router(List<Endpoint> endpoints) {
        List<Route> all = new ArrayList<>();
        TreeSet<String> seen = new TreeSet<>();
        for (Endpoint endpoint : endpoints) {
            if (!seen.add(endpoint.method() + " " + endpoint.path().replaceAll("\\{[^}]*}", "{}"))) {
                throw new IllegalArgumentException("two endpoints: " + endpoint.method() + " " + endpoint.path());
            }
            all.add(new Route(PathTemplate.of(endpoint.path()), endpoint));
        }
        all.sort(Comparator.comparing(route -> !route.template().isFixed()));
        routes = List.copyOf(all);
    }

    public List<Endpoint> endpoints() {
        return routes.stream().map(Route::endpoint).toList();
    }

    /**
     * @throws HttpException 404 if there is no such path; 405 if it has no such method
     */
    Found find(String method, String path) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        for (Route route : routes) {
            // as it is written, also with a slash at its end
            boolean same = route.template().isFixed() && route.template().text().equals(path);
            if (same && route.endpoint().method().equals(wanted)) {
                return new Found(route.endpoint(), Map.of());
            }
        }
        List<String> segments = PathTemplate.segmentsOf(path);
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> parameters = route.template().match(segments);
            if (parameters.isPresent() && route.endpoint().method().equals(wanted)) {
                return new Found(route.endpoint(), parameters.get());
            }
            if (parameters.isPresent()) {
                allowed.add(route.endpoint().method());
            }
        }
        if (allowed.isEmpty()) {
            throw HttpException.of(
                    404, ErrorCode.NOT_FOUND, "there is no endpoint with this path; see /v1/openapi.yaml");
        }
        throw HttpException.of(405, ErrorCode.INVALID_INPUT, "this path allows only " + allowed)
                .with("Allow", String.join(", ", allowed));
    }
}
