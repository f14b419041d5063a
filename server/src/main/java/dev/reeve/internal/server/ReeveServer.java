package dev.reeve.internal.server;

import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.agent.Agent;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.AllowedHosts;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.endpoint.HttpApi;
import dev.reeve.internal.http.endpoint.SignalLinkEndpoints;
import dev.reeve.internal.http.record.RecordFile;
import dev.reeve.internal.server.oidc.Tokens;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An engine with its API on a port. Closing it does not close the engine. Thread-safe. */
public final class ReeveServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReeveServer.class);

    private final JettyServer jetty;
    private final HttpAgents agents;
    private final PushAgents pushes;
    private final RecordFile record;
    private final @Nullable ApiKeys keys;
    private final @Nullable Tokens tokens;
    private final Optional<Path> adminKey;

    private ReeveServer(
            JettyServer jetty,
            HttpAgents agents,
            PushAgents pushes,
            RecordFile record,
            @Nullable ApiKeys keys,
            @Nullable Tokens tokens,
            Optional<Path> adminKey) {
        this.jetty = jetty;
        this.agents = agents;
        this.pushes = pushes;
        this.record = record;
        this.keys = keys;
        this.tokens = tokens;
        this.adminKey = adminKey;
    }

    /**
     * Starts a server.
     *
     * @param feed an observer of the engine
     * @param more endpoints of other modules
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it cannot listen, or its directory cannot be used
     */
    public static ReeveServer start(Reeve reeve, ChangeFeed feed, ServerSettings settings, List<Endpoint> more) {
        return start(reeve, feed, settings, more, (namespace, name) -> {
            throw new IllegalStateException("there are settings for push, and no agents with completion tokens");
        });
    }

    /**
     * As above.
     *
     * @param named an agent with completion tokens, by its namespace and its name
     */
    public static ReeveServer start(
            Reeve reeve,
            ChangeFeed feed,
            ServerSettings settings,
            List<Endpoint> more,
            BiFunction<String, String, Agent.Builder> named) {
        Clock clock = Clock.systemUTC();
        settings.warnings().forEach(warning -> LOG.warn("{}", warning));
        ApiKeys keys = settings.hasKeys() ? ApiKeys.in(settings.directory(), clock) : null;
        Optional<Path> adminKey = keys == null ? Optional.empty() : keys.firstAdmin();
        adminKey.ifPresent(file -> LOG.info("there was no key: the one of the administrator is in {}", file));
        Tokens tokens = keys == null
                ? null
                : settings.oidc()
                        .map(oidc -> Tokens.of(oidc, clock, System::nanoTime))
                        .orElse(null);
        RecordFile record = record(settings, clock);
        try {
            Admission admission = Admission.of(authentication(keys, tokens), access(settings))
                    .recordedIn(record)
                    .forHosts(new AllowedHosts(settings.hosts()))
                    .behind(settings.proxies())
                    .limitedTo(settings.limits(System::nanoTime));
            List<Endpoint> all = new ArrayList<>(more);
            all.addAll(SignalLinkEndpoints.of(reeve, admission, settings.agentSecret(), clock, System::nanoTime));
            HttpHandler handler = HttpApi.handler(reeve, feed, admission, all);
            JettyServer jetty = JettyServer.start(handler, settings.listening());
            HttpAgents agents = agents(reeve, settings, jetty);
            return new ReeveServer(
                    jetty, agents, pushes(named, settings, jetty, agents), record, keys, tokens, adminKey);
        } catch (RuntimeException e) {
            close(record);
            if (tokens != null) {
                tokens.close();
            }
            throw e;
        }
    }

    /** Only a definition says what the server sends with its secrets. */
    private static Access access(ServerSettings settings) {
        return Access.byRoles().with(settings.http().serverActions());
    }

    private static HttpAgents agents(Reeve reeve, ServerSettings settings, JettyServer jetty) {
        try {
            return HttpAgents.start(reeve, settings);
        } catch (RuntimeException e) {
            jetty.close();
            throw e;
        }
    }

    private static PushAgents pushes(
            BiFunction<String, String, Agent.Builder> named,
            ServerSettings settings,
            JettyServer jetty,
            HttpAgents agents) {
        try {
            return PushAgents.start(named, settings.push());
        } catch (RuntimeException e) {
            jetty.close();
            agents.close();
            throw e;
        }
    }

    private static Authentication authentication(@Nullable ApiKeys keys, @Nullable Tokens tokens) {
        if (keys == null) {
            return Authentication.none(Principal.everywhere("local", Role.ADMIN));
        }
        return tokens == null ? keys : new KeysAndTokens(keys, tokens);
    }

    private static RecordFile record(ServerSettings settings, Clock clock) {
        try {
            return RecordFile.in(settings.directory(), settings.record(), clock);
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "the directory %s cannot be used: %s".formatted(settings.directory(), e),
                    e);
        }
    }

    /** The address for clients on this machine. */
    public URI address() {
        return jetty.address();
    }

    /** The file with the key of the administrator, if this start has made it. */
    public Optional<Path> adminKey() {
        return adminKey;
    }

    /** The record of this server, for entries of other ways to the engine. */
    public AccessRecord record() {
        return record;
    }

    /** Answers the long polls, finishes the requests and the HTTP calls under way, and stops. Idempotent. */
    @Override
    public void close() {
        jetty.close(); // never fails
        pushes.close();
        agents.close();
        close(record);
        if (keys != null) {
            keys.close();
        }
        if (tokens != null) {
            tokens.close();
        }
    }

    private static void close(RecordFile record) {
        try {
            record.close();
        } catch (IOException e) {
            LOG.error("the record could not be written to the disk", e);
        }
    }
}
