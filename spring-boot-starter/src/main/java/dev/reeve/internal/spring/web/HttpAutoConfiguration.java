package dev.reeve.internal.spring.web;

import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.AllowedHosts;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.agent.CompletionRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import dev.reeve.internal.http.endpoint.SignalLinkEndpoints;
import dev.reeve.internal.spring.CallRecord;
import dev.reeve.internal.spring.ReeveFactory;
import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.internal.spring.StartupException;
import dev.reeve.spi.ObserverPair;
import dev.reeve.spring.NodeOptionsCustomizer;
import dev.reeve.spring.ReeveAutoConfiguration;
import jakarta.servlet.Servlet;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The HTTP API under {@code reeve.http.path}, behind the login of the application. */
@AutoConfiguration(after = ReeveAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Servlet.class, ServletRegistrationBean.class})
@ConditionalOnProperty("reeve.http.path")
@ConditionalOnBean(Reeve.class)
public final class HttpAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger("dev.reeve.spring");

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]+)+");

    @Bean
    ChangeFeed reeveChanges() {
        return new ChangeFeed(UUID.randomUUID().toString().substring(0, 8));
    }

    /** After those of the application, which may set an observer. */
    @Bean
    @Order
    NodeOptionsCustomizer reeveChangesCustomizer(ChangeFeed changes) {
        return options -> options.withObserver(new ObserverPair(options.observer(), changes));
    }

    @Bean
    MountedApi reeveApi(
            Reeve reeve,
            ReeveFactory factory,
            ReeveProperties properties,
            ChangeFeed changes,
            CallRecord record,
            Environment environment) {
        ReeveProperties.Http http = properties.http();
        AnonymousReach.check(role(http.anonymousRole()), http.anonymousFromAnywhere(), environment);
        CallerRoles callers =
                new CallerRoles(properties.namespace(), role(http.userRole()), role(http.anonymousRole()));
        List<Endpoint> more = new ArrayList<>(agents(factory, http));
        if (ClassUtils.isPresent("dev.reeve.internal.console.Console", null)) {
            more.addAll(MountedConsole.endpoints());
        }
        // the server of the application knows the proxies before it, and limits its callers
        Admission admission = Admission.of(ApiServlet.authentication(callers::of), Access.byRoles())
                .recordedIn(record)
                .forHosts(new AllowedHosts(Set.copyOf(http.hosts())));
        more.addAll(links(reeve, admission, http.agentSecret()));
        return new MountedApi(() -> HttpApi.handler(reeve, changes, admission, more));
    }

    private static List<Endpoint> links(Reeve reeve, Admission admission, @Nullable String secret) {
        return secret == null
                ? SignalLinkEndpoints.without("set reeve.http.agent-secret, to the same value in all instances")
                : SignalLinkEndpoints.of(
                        reeve,
                        admission,
                        secret.getBytes(StandardCharsets.UTF_8),
                        InstantSource.system(),
                        System::nanoTime);
    }

    private static List<Endpoint> agents(ReeveFactory factory, ReeveProperties.Http http) {
        String secret = http.agentSecret();
        if (secret == null || !(factory.engine() instanceof EmbeddedReeve engine)) {
            return List.of();
        }
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        Completions completions = new Completions(engine::transport, bytes, InstantSource.system());
        List<Endpoint> routes = new ArrayList<>(
                AgentRoutes.of(new AgentEndpoints(engine::transport, bytes, System::nanoTime, completions)));
        routes.addAll(CompletionRoutes.of(completions, engine, System::nanoTime));
        return routes;
    }

    @Bean
    ServletRegistrationBean<ApiServlet> reeveServlet(MountedApi api, ReeveProperties properties) {
        String path = String.valueOf(properties.http().path());
        if (!PATH.matcher(path).matches()) {
            throw new StartupException(
                    "The property reeve.http.path is '%s'.".formatted(path),
                    "Write a path such as /reeve: it begins with a slash and has letters, digits, - and _.",
                    null);
        }
        Supplier<dev.reeve.internal.http.HttpHandler> handler = api::handler;
        ServletRegistrationBean<ApiServlet> servlet = new ServletRegistrationBean<>(
                new ApiServlet(handler, properties.http().bodyTime()), path + "/*");
        servlet.setName("reeveApi");
        if (properties.http().anonymousRole() == null
                && !ClassUtils.isPresent("org.springframework.security.web.SecurityFilterChain", null)) {
            LOG.warn(
                    "reeve.http.path is set, and Spring Security is not there: unless the web server knows its callers, every request to {} is refused. Add spring-boot-starter-security, or set reeve.http.anonymous-role",
                    path);
        }
        return servlet;
    }

    private static @Nullable Role role(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? null : Role.parse(text);
        } catch (ReeveException e) {
            throw new StartupException(
                    "A property reeve.http.*-role cannot be used: " + e.getMessage(), "Correct the name.", e);
        }
    }
}
