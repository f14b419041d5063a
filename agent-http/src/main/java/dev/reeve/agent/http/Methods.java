package dev.reeve.agent.http;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpMethod;

/** The methods of HTTP that the action knows. */
final class Methods {

    static final String GET = HttpMethod.GET.asString();

    /** Those without an effect. */
    static final Set<String> SAFE = Set.of(GET, HttpMethod.HEAD.asString(), HttpMethod.OPTIONS.asString());

    static final List<String> ALL = List.of(
            GET,
            HttpMethod.HEAD.asString(),
            HttpMethod.POST.asString(),
            HttpMethod.PUT.asString(),
            HttpMethod.PATCH.asString(),
            HttpMethod.DELETE.asString(),
            HttpMethod.OPTIONS.asString());

    private Methods() {}
}
