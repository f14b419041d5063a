package dev.reeve.internal.spring;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of an application. Immutable.
 *
 * @param enabled Whether to configure anything.
 * @param namespace Namespace of the Reeve bean and of the agents.
 * @param workflows Locations of definitions that are deployed at the start. Patterns may match nothing; other locations
 *     must exist.
 * @param missingActions The answer at the start to an action that a definition of this application names and no
 *     agent offers.
 * @param sqlite The store in a file.
 * @param postgresql The store in the database of the application.
 * @param node The engine.
 * @param agent The agent of the application, which performs the actions of its beans.
 * @param agents Settings of single agents, by the name that the annotation of an action gives.
 * @param transactions Starts in transactions of the application.
 * @param health The health of the engine.
 * @param metrics Meters of the engine.
 * @param problemDetails Answers to exceptions of Reeve in controllers.
 * @param http The HTTP API inside the application.
 * @param record The record of calls through the HTTP API and the local door.
 */
@ConfigurationProperties("reeve")
public record ReeveProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("default") String namespace,

        @DefaultValue({"classpath*:workflows/*.yaml", "classpath*:workflows/*.yml", "classpath*:workflows/*.json"})
        List<String> workflows,

        @DefaultValue("fail") MissingActions missingActions,
        @DefaultValue Sqlite sqlite,
        @DefaultValue Postgresql postgresql,
        @DefaultValue Node node,
        @DefaultValue Agent agent,
        @DefaultValue Map<String, AgentSettings> agents,
        @DefaultValue Transactions transactions,
        @DefaultValue Health health,
        @DefaultValue Metrics metrics,
        @DefaultValue ProblemDetails problemDetails,
        @DefaultValue Http http,
        @DefaultValue Recording record) {

    /** The answer to an action that no agent offers. */
    public enum MissingActions {
        /** The application does not start. */
        FAIL,
        /** The log names the actions. For applications whose agents run elsewhere, too. */
        WARN,
        /** Nothing is checked. */
        IGNORE
    }

    /** The answer to a start in a transaction that it cannot join. */
    public enum OtherTransactions {
        /** The start fails at once, and nothing is stored. */
        REFUSE,
        /** The start is stored at once, also if the transaction rolls back later. */
        INDEPENDENT
    }

    /**
     * @param file The file of the store. If it is set, the engine uses it instead of the DataSource. Needs
     *     reeve-sqlite.
     * @param door Whether commands of the user who runs the application may act on the file while it runs. They find
     *     the application by a file beside the store.
     */
    public record Sqlite(
            @Nullable Path file, @DefaultValue("true") boolean door) {}

    /** @param schema Schema of the engine's tables and functions. */
    public record Postgresql(@DefaultValue("reeve") String schema) {}

    /**
     * @param name Name of this engine, if it stays the same over restarts, such as the name of a pod in a stateful set.
     *     Needs PostgreSQL.
     * @param lanes Number of lanes; 0 to choose by processors and store.
     * @param ttl How long this engine may fail to reach the database before others take its executions over. Needs
     *     PostgreSQL.
     * @param owns Whether this engine runs executions. If not, it only starts and reads them, and serves agents. Needs
     *     PostgreSQL.
     * @param alone Whether this engine owns the store alone, and ends every other engine that has it open.
     * @param retention How long executions are kept after their end if their definition does not say. Without it they
     *     are kept forever.
     * @param drain How long closing the engine waits for attempts under way.
     */
    public record Node(
            @Nullable String name,
            @DefaultValue("0") int lanes,
            @DefaultValue("10s") Duration ttl,
            @DefaultValue("true") boolean owns,
            @DefaultValue("false") boolean alone,
            @Nullable Duration retention,
            @DefaultValue("10s") Duration drain) {

        NodeOptions options(boolean shared) {
            NodeOptions options = NodeOptions.defaults().withLanes(lanes).withDrain(drain);
            if (retention != null) {
                options = options.withRetention(retention);
            }
            if (!shared) {
                return options;
            }
            ClusterOptions cluster = ClusterOptions.defaults().withTtl(ttl).withOwns(owns);
            return alone
                    ? options.withoutCluster()
                    : options.withCluster(name == null ? cluster : cluster.withName(name));
        }
    }

    /**
     * @param enabled Whether agents perform the actions of the beans. If not, other processes must do so.
     * @param name Name of the agent, in histories and for people. The default is the name of the application.
     * @param slots How many actions run at once.
     * @param drain How long actions under way may take when the application stops.
     */
    public record Agent(
            @DefaultValue("true") boolean enabled,
            @Nullable String name,
            @DefaultValue("100") int slots,
            @DefaultValue("10s") Duration drain) {}

    /**
     * @param slots How many actions of this agent run at once. The default is that of the application's agent.
     * @param drain How long its actions under way may take when the application stops. The default is that of the
     *     application's agent.
     */
    public record AgentSettings(
            @Nullable Integer slots, @Nullable Duration drain) {}

    /**
     * @param dataSource Name of the DataSource bean whose transactions starts join, if the engine has a pool of its
     *     own. Must lead to the same database.
     * @param other The answer to a start in a transaction that it cannot join.
     */
    public record Transactions(
            @Nullable String dataSource,
            @DefaultValue("refuse") OtherTransactions other) {}

    /**
     * @param readiness Whether the engine belongs to the health group readiness.
     * @param timeout How long the health check waits for the store.
     */
    public record Health(
            @DefaultValue("true") boolean readiness,
            @DefaultValue("3s") Duration timeout) {}

    /** @param enabled Whether the engine has meters, if Micrometer is there. */
    public record Metrics(@DefaultValue("true") boolean enabled) {}

    /** @param enabled Whether exceptions of Reeve become problem details in web applications. */
    public record ProblemDetails(@DefaultValue("true") boolean enabled) {}

    /**
     * @param directory Directory of the files with calls that changed something, and with refused calls. Each instance
     *     needs its own. Without it they are in the log only.
     * @param megabytes Size at which a file is full, and the next one begins.
     * @param files Maximum number of files. The oldest ones are deleted.
     */
    public record Recording(
            @Nullable Path directory,
            @DefaultValue("64") int megabytes,
            @DefaultValue("16") int files) {}

    /**
     * @param path Path of the HTTP API, such as /reeve. Without it there is no API.
     * @param hosts Names, without ports, under which callers reach the application, besides localhost.
     * @param userRole Role of callers who have logged in and have no role with the prefix REEVE_. Without it they may
     *     do nothing.
     * @param anonymousRole Role of callers who have not logged in. Without it they are refused.
     * @param anonymousFromAnywhere Whether callers who have not logged in may do more than look, also if the web server
     *     does not listen on the loopback address only. For applications that others cannot reach.
     * @param agentSecret Secret, the same in all instances, with which agents in other processes are served, and links
     *     for persons without a login are made. Without it they are not.
     * @param bodyTime Time within which the body of a request must have arrived.
     */
    public record Http(
            @Nullable String path,
            @DefaultValue List<String> hosts,
            @Nullable String userRole,
            @Nullable String anonymousRole,
            @DefaultValue("false") boolean anonymousFromAnywhere,
            @Nullable String agentSecret,
            @DefaultValue("30s") Duration bodyTime) {

        /** Without the secret. */
        @Override
        public String toString() {
            return "Http[path=%s, hosts=%s]".formatted(path, hosts);
        }
    }
}
