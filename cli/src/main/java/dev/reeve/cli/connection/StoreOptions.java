package dev.reeve.cli.connection;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.Occupancy;
import dev.reeve.Ownership;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.SchemaDataSource;
import dev.reeve.internal.engine.client.offline.Redelivery;
import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
import dev.reeve.internal.engine.client.offline.ServiceSwitch;
import dev.reeve.internal.values.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name a store or its server, and the ways to open it. */
public final class StoreOptions {

    private static final String PASSWORD = "REEVE_PASSWORD";

    /** One lane suffices for one command, and needs one connection. */
    private static final NodeOptions BRIEFLY =
            NodeOptions.defaults().withLanes(1).withDrain(Duration.ofSeconds(2));

    /** Leaves the executions where they are. If no engine runs them, an engine that starts meanwhile shares them. */
    private static final NodeOptions JOINING =
            BRIEFLY.withCluster(ClusterOptions.defaults().withOwnership(Ownership.STAND_IN));

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--store", paramLabel = "FILE", description = "The SQLite file of the store.")
    private @Nullable Path file;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description = "Or the PostgreSQL database of the store, such as jdbc:postgresql://localhost/orders.")
    private @Nullable String url;

    @Option(
            names = "--schema",
            paramLabel = "SCHEMA",
            description = "For --jdbc: the schema of the store, if it is not " + SchemaDataSource.DEFAULT + ".")
    private @Nullable String schema;

    @Option(names = "--user", paramLabel = "USER", description = "For --jdbc.")
    private @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            description = "For --jdbc; without a value it is asked for, and " + PASSWORD
                    + " is taken from the environment if it is not given.",
            interactive = true,
            arity = "0..1")
    private @Nullable String password;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "The namespace of what the command is about (default: " + Namespaces.DEFAULT
                    + ", or that of the profile).")
    private @Nullable String namespace;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    private Map<String, String> environment = System.getenv();

    /** Uses these variables in place of those of the process. */
    void surroundWith(Map<String, String> variables) {
        environment = variables;
    }

    public boolean isNamed() {
        return file != null || url != null || isServer();
    }

    /** Whether a server has the store. An option wins over the environment. */
    public boolean isServer() {
        return server.isNamed() || (file == null && url == null && ServerOptions.isIn(environment));
    }

    public boolean isFile() {
        return file != null;
    }

    /** Connects to the server. The credentials prove who acts. */
    public Reeve connect() {
        return connect(server.profile(environment));
    }

    /** The server, for people. */
    public String serverName() {
        return named(server.profile(environment));
    }

    private static String named(Profile profile) {
        return "the server " + String.join(", ", profile.servers());
    }

    private Reeve connect(Profile profile) {
        if (file != null || url != null || user != null || password != null || schema != null) {
            throw wrong("name a server or a store: --server URL, --store FILE, or --jdbc URL");
        }
        String wanted = namespace != null ? namespace : profile.namespace();
        Reeve reeve = server.connect(profile, environment);
        return wanted == null ? reeve : reeve.namespace(wanted);
    }

    /** Opens the store read-only, or a connection to its server. Disturbs no engine. */
    public ReeveReader reader() {
        if (isServer()) {
            Profile profile = server.profile(environment);
            return new ServedReader(connect(profile), named(profile));
        }
        Path path = checked();
        return inNamespace(
                path == null ? ReeveReader.open(dataSource()) : ReeveReader.open(path), ReeveReader::namespace);
    }

    /**
     * Connects to the application that uses the file of the store, through its local door.
     *
     * @param by the actor whom a person has named; null for none
     * @throws ReeveException {@link ErrorCode#REFUSED} if there is a file that should lead to its door, and cannot be
     *     trusted
     */
    public Optional<Reeve> application(@Nullable String by) {
        Path path = checked();
        if (path == null) {
            return Optional.empty();
        }
        try (ReeveReader reader = ReeveReader.open(path)) {
            if (!(reader.occupancy() instanceof Occupancy.Taken taken)) {
                return Optional.empty();
            }
            try {
                return LocalApplication.connect(path, by).map(reeve -> inNamespace(reeve, Reeve::namespace));
            } catch (ReeveException e) {
                throw ReeveException.of(
                        ErrorCode.REFUSED,
                        "%s is run by %s, and its local door is not used: %s"
                                .formatted(reader.describe(), taken.by(), e.getMessage()),
                        e);
            }
        }
    }

    /** Opens an engine on the store. On PostgreSQL it joins the engines that share the store. */
    public Reeve engine() {
        Path path = checked();
        return inNamespace(
                path == null ? Reeve.open(dataSource(), JOINING) : Reeve.open(path, BRIEFLY), Reeve::namespace);
    }

    /** Opens the store to pause and resume actions. Disturbs no engine, but locks a store file while it is open. */
    public ServiceSwitch services() {
        Path path = checked();
        return inNamespace(
                path == null ? ServiceSwitch.open(dataSource()) : ServiceSwitch.open(made(path)),
                ServiceSwitch::namespace);
    }

    /** Opens the store to send messages again. Disturbs no engine, but locks a store file while it is open. */
    public Redelivery redelivery() {
        Path path = checked();
        return inNamespace(
                path == null ? Redelivery.open(dataSource()) : Redelivery.open(made(path)), Redelivery::namespace);
    }

    /** Opens the store to change schedules. Disturbs no engine, but locks a store file while it is open. */
    public ScheduleSwitch schedules() {
        Path path = checked();
        return inNamespace(
                path == null ? ScheduleSwitch.open(dataSource()) : ScheduleSwitch.open(made(path)),
                ScheduleSwitch::namespace);
    }

    private <T> T inNamespace(T opened, BiFunction<T, String, T> narrowed) {
        return namespace == null ? opened : narrowed.apply(opened, namespace);
    }

    /** Refuses a file that is no store yet. A command that created one would hide a misspelt path. */
    private static Path made(Path path) {
        try {
            if (!Files.exists(path)) {
                throw none("There is no file %s. Give the path of a store that an engine has made.".formatted(path));
            }
            if (Files.isRegularFile(path) && Files.size(path) == 0) {
                throw none("%s is empty: no engine has made a store of it yet.".formatted(path));
            }
            return path;
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE, "%s cannot be looked at: %s".formatted(path, e.getMessage()), e);
        }
    }

    private static ReeveException none(String message) {
        return ReeveException.of(ErrorCode.STORE_UNUSABLE, message);
    }

    /** @return null for a database */
    private @Nullable Path checked() {
        try {
            String unused = Namespaces.check(namespace == null ? Namespaces.DEFAULT : namespace);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
        if (file == null && url == null) {
            throw wrong("name the store or its server: --store FILE, --jdbc URL, or --server URL");
        }
        if (file != null && url != null) {
            throw wrong("name one store: --store FILE, or --jdbc URL");
        }
        if (server.hasKeyFile()) {
            throw wrong("--key-file belongs to --server");
        }
        if (file != null && (user != null || password != null || schema != null)) {
            throw wrong("--user, --password and --schema belong to --jdbc");
        }
        if (url != null && !url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:")) {
            throw wrong("--jdbc: expected a URL that begins with jdbc:postgresql:, found '%s'".formatted(url));
        }
        return file;
    }

    private DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            source.setURL(url);
        } catch (IllegalArgumentException e) {
            throw wrong("--jdbc: PostgreSQL's driver does not understand '%s'".formatted(url));
        }
        // The store tells our own sessions from others by this name.
        source.setApplicationName("reeve cli " + ProcessHandle.current().pid());
        String secret = password == null ? System.getenv(PASSWORD) : password;
        if (user != null) {
            source.setUser(user);
        }
        if (secret != null) {
            source.setPassword(secret);
        }
        if (schema == null) {
            return source;
        }
        try {
            return SchemaDataSource.of(source, schema);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    /** Refuses a command without this option. */
    public ParameterException missing(String option) {
        ArgSpec wanted =
                Objects.requireNonNull(spec.commandLine().getCommandSpec().findOption(option), option);
        return new MissingParameterException(
                spec.commandLine(), wanted, "Missing required option: '%s=%s'".formatted(option, wanted.paramLabel()));
    }

    /** Refuses a value outside 1 to the maximum. */
    public void require(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw wrong("%s: expected 1 to %d, found %d".formatted(option, max, value));
        }
    }

    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
