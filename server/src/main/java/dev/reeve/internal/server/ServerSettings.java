package dev.reeve.internal.server;

import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.agent.http.HttpActionOptions;
import dev.reeve.internal.http.CallerShares;
import dev.reeve.internal.http.Proxies;
import dev.reeve.internal.http.RequestLimits;
import dev.reeve.internal.http.record.OwnerFile;
import dev.reeve.internal.http.record.RecordFile;
import dev.reeve.internal.server.oidc.OidcSettings;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.internal.values.Suggestions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server. They have the same names in the file {@code reeve.yaml}, in the environment and as flags.
 * Flags win over the environment, and the environment over the file. Immutable.
 */
public final class ServerSettings {

    /** Each name with its default. */
    private static final Map<String, String> DEFAULTS = defaults();

    /** A password among the parameters of a URL, such as store.jdbc. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)([?&;](?:ssl)?password=)[^&;]*");

    private static final Set<String> SECRETS =
            Set.of("store.password", "tls.password", "agents.secret", "webhooks.secret", "webhooks.oldSecret");

    private static final int SECRET_LENGTH_MIN = 32;
    private static final String PREFIX = "REEVE_";

    /** Variables of the script, of clients and of tools. They are no settings of a server. */
    private static final Set<String> OTHER_VARIABLES = Set.of(
            "REEVE_JAVA_HOME",
            "REEVE_JAVA_OPTIONS",
            "REEVE_BUILT",
            "REEVE_SERVER",
            "REEVE_API_KEY",
            "REEVE_PASSWORD",
            "REEVE_BENCH_PASSWORD",
            "REEVE_DEMO_JDBC_URL");

    private final Map<String, String> values;
    private final List<String> strangers;
    private final Map<String, String> secrets;

    /**
     * @param strangers messages about variables that look like settings
     * @param secrets those of the environment, by the name of their variable
     */
    private ServerSettings(Map<String, String> values, List<String> strangers, Map<String, String> secrets) {
        this.values = values;
        this.strangers = strangers;
        this.secrets = secrets;
    }

    private static Map<String, String> defaults() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("listen.host", "127.0.0.1");
        all.put("listen.port", "8080");
        all.put("listen.hosts", "");
        all.put("listen.connections", "4096");
        all.put("listen.proxies", "");
        all.put("tls.keyStore", "");
        all.put("tls.password", "");
        all.put("authentication", "keys");
        all.putAll(OidcSettings.names());
        all.put("agents.secret", "");
        all.put("limits.perKey", "10000");
        all.put("limits.perAddress", "10000");
        all.put("limits.streamsPerKey", String.valueOf(CallerShares.HALF.streams()));
        all.put("limits.pollsPerKey", String.valueOf(CallerShares.HALF.polls()));
        all.put("limits.readsPerKey", String.valueOf(CallerShares.HALF.reads()));
        all.put("record.megabytes", "64");
        all.put("record.files", "16");
        all.put("http.destinations", "");
        all.put("http.privateDestinations", "");
        all.put("http.namespaces", Namespaces.DEFAULT);
        all.put("http.secrets", "");
        all.put("http.secretsDirectory", "");
        all.put("http.slots", "100");
        all.put("http.timeout", "30s");
        all.put("http.maxResponse", String.valueOf(HttpActionOptions.RESPONSE_MAX_DEFAULT));
        all.put("push.targets", "");
        all.put("push.actions", "");
        all.put("push.private", "");
        all.put("push.namespaces", Namespaces.DEFAULT);
        all.put("push.slots", "100");
        all.put("push.timeout", "30s");
        all.putAll(EngineSettings.defaults());
        all.put("traces.zipkin", "");
        all.put("directory", "reeve-data");
        all.put("store.file", "");
        all.put("store.jdbc", "");
        all.put("store.user", "");
        all.put("store.password", "");
        all.put("store.schema", "");
        return Collections.unmodifiableMap(all);
    }

    /** All names. */
    public static List<String> names() {
        return List.copyOf(DEFAULTS.keySet());
    }

    /** The name in the environment: {@code listen.port} is {@code REEVE_LISTEN_PORT}. */
    static String variable(String name) {
        return PREFIX + name.replaceAll("([A-Z])", "_$1").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * Puts the settings together.
     *
     * @param file by name
     * @param environment all variables; those of other programs are ignored. An unknown one that begins with REEVE_ is
     *     not refused, because an orchestrator may have made it, but there is a {@link #warnings warning}
     * @param flags by name
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if a name is unknown, or they are not safe together
     */
    public static ServerSettings of(
            Map<String, String> file, Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> values = new TreeMap<>(DEFAULTS);
        SettingProblems problems = new SettingProblems();
        take(file, "the file", values, problems);
        DEFAULTS.keySet().forEach(name -> {
            String value = environment.get(variable(name));
            if (value != null) {
                values.put(name, value);
            }
        });
        take(flags, "the command line", values, problems);
        ServerSettings settings = new ServerSettings(
                Collections.unmodifiableMap(values), strangers(environment), ServerSecrets.of(environment));
        settings.check(problems);
        problems.refuse();
        return settings;
    }

    private static List<String> strangers(Map<String, String> environment) {
        Set<String> known = new TreeSet<>(OTHER_VARIABLES);
        names().forEach(name -> known.add(variable(name)));
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !ServerSecrets.isSecret(name) && !known.contains(name))
                .sorted()
                .map(name -> "the environment has %s, which is no setting%s"
                        .formatted(
                                name,
                                Suggestions.closest(name, known)
                                        .map(it -> ": did you mean " + it + "?")
                                        .orElse("")))
                .toList();
    }

    private static void take(
            Map<String, String> from, String where, Map<String, String> values, SettingProblems problems) {
        from.forEach((name, value) -> {
            if (!DEFAULTS.containsKey(name)) {
                problems.add("%s has an unknown setting '%s'%s; the settings are %s"
                        .formatted(
                                where,
                                name,
                                Suggestions.closest(name, DEFAULTS.keySet())
                                        .map(it -> ": did you mean '" + it + "'?")
                                        .orElse(""),
                                names()));
            } else {
                values.put(name, value);
            }
        });
    }

    /** Checks everything, so that one start tells all problems. */
    private void check(SettingProblems problems) {
        problems.check(this::checkAuthentication);
        problems.check(this::checkClearText);
        problems.check(this::checkOidc);
        problems.check(() -> number("listen.port", 0, 65_535));
        problems.check(() -> number("listen.connections", 1, 1_000_000));
        problems.check(() -> number("limits.perKey", 0, RequestLimits.PER_SECOND_MAX));
        problems.check(() -> number("limits.perAddress", 0, RequestLimits.PER_SECOND_MAX));
        problems.check(this::checkShares);
        problems.check(() -> number("record.megabytes", 1, 100_000));
        problems.check(() -> number("record.files", 2, 10_000));
        problems.check(this::checkSecret);
        problems.check(this::checkStore);
        problems.check(this::checkHttp);
        problems.check(this::checkSpans);
        problems.check(this::checkPush);
        engine().check(problems);
    }

    private void checkAuthentication() {
        String authentication = text("authentication");
        if (!Set.of("keys", "none").contains(authentication)) {
            throw invalid("authentication: expected keys or none, found '%s'".formatted(authentication));
        }
        if (authentication.equals("none") && !isLoopback(text("listen.host"))) {
            throw invalid(("listen.host is %s, which others can reach, and authentication is none: a server without"
                            + " authentication listens only on 127.0.0.1. Set authentication to keys, or leave listen.host out")
                    .formatted(text("listen.host")));
        }
    }

    private void checkSecret() {
        if (!text("agents.secret").isEmpty() && text("agents.secret").length() < SECRET_LENGTH_MIN) {
            throw invalid("agents.secret: expected at least %d characters".formatted(SECRET_LENGTH_MIN));
        }
    }

    private void checkStore() {
        if (!text("store.file").isEmpty() && !text("store.jdbc").isEmpty()) {
            throw invalid("store.file and store.jdbc are both set: set one of them");
        }
    }

    private void checkShares() {
        CallerShares unused = shares();
    }

    private void checkSpans() {
        Optional<URI> unused = spanReceiver();
    }

    private void checkPush() {
        List<PushSettings.Target> unused = push().targets();
    }

    private void checkOidc() {
        Optional<OidcSettings> unused = oidc();
    }

    private void checkHttp() {
        Optional<HttpActionOptions> unused = http().options();
    }

    /** Keys that others can read on their way are no keys. */
    private void checkClearText() {
        Proxies unused = proxies();
        if (isReachable() && !hasTls() && text("listen.proxies").isBlank()) {
            throw invalid(
                    ("listen.host is %s, which others can reach, and keys would travel in clear text. Set tls.keyStore; or"
                                    + " put a proxy that speaks TLS in front, and set listen.proxies to its address")
                            .formatted(text("listen.host")));
        }
    }

    private boolean isReachable() {
        return !isLoopback(text("listen.host"));
    }

    private boolean hasTls() {
        return !text("tls.keyStore").isEmpty();
    }

    /** Problems that do not keep a server from starting, for its operator. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(strangers);
        if (isReachable() && !hasTls()) {
            warnings.add(
                    "keys and data travel in clear text from the proxies %s to %s: only they may be able to read that network"
                            .formatted(text("listen.proxies"), text("listen.host")));
        }
        if (!hasTls() && !text("tls.password").isEmpty()) {
            warnings.add("tls.password is set, and tls.keyStore is not: the server speaks no TLS");
        }
        if (!hasKeys() && oidc().isPresent()) {
            warnings.add("oidc.issuer is set, and authentication is none: nobody is asked for a token");
        }
        warnings.addAll(engine().warnings());
        return warnings;
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw invalid("listen.host: there is no address '%s'".formatted(host));
        }
    }

    private int number(String name, int min, int max) {
        String value = text(name);
        int found = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        if (found < min || found > max) {
            throw invalid("%s: expected a number from %d to %d, found '%s'".formatted(name, min, max, value));
        }
        return found;
    }

    private static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }

    /** The value of a setting; empty if it is not set. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no setting " + name);
        }
        return value;
    }

    /** All settings in their order, with stars for secrets. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        DEFAULTS.keySet().forEach(name -> {
            String value = text(name);
            boolean isSecret = SECRETS.contains(name) && !value.isEmpty();
            String text = EngineSettings.shown(name, value);
            shown.put(name, isSecret ? "***" : PASSWORD.matcher(text).replaceAll("$1***"));
        });
        return shown;
    }

    /** The settings of the action http. */
    HttpActionSettings http() {
        return new HttpActionSettings(values, serverSecrets());
    }

    private ServerSecrets serverSecrets() {
        String named = text("http.secretsDirectory");
        return new ServerSecrets(secrets, named.isEmpty() ? directory().resolve("secrets") : Path.of(named));
    }

    private EngineSettings engine() {
        return new EngineSettings(values);
    }

    /** The options of the server's engine, with its webhooks, alerts, retention and archive. */
    public NodeOptions engine(NodeOptions options) {
        return engine().options(options);
    }

    /** The settings of services that are called with attempts. */
    PushSettings push() {
        return new PushSettings(values, serverSecrets());
    }

    /** Where the spans of executions are sent; empty if they are not. */
    public Optional<URI> spanReceiver() {
        String text = text("traces.zipkin");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        URI address = address(text);
        if (address == null || !isHttp(address) || address.getHost() == null || address.getRawUserInfo() != null) {
            throw invalid("traces.zipkin: expected an address such as http://localhost:9411/api/v2/spans");
        }
        return Optional.of(address);
    }

    private static boolean isHttp(URI address) {
        return "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
    }

    private static @Nullable URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    public boolean hasKeys() {
        return text("authentication").equals("keys");
    }

    /** Whose tokens the server takes beside keys; empty if there is no such issuer. */
    public Optional<OidcSettings> oidc() {
        return OidcSettings.of(values);
    }

    public Path directory() {
        return Path.of(text("directory"));
    }

    /** The names under which clients reach the server, apart from those of the own machine. */
    public Set<String> hosts() {
        Set<String> hosts = new TreeSet<>(List.of(text("listen.hosts").strip().split("[ ,]+", -1)));
        hosts.remove("");
        hosts.add(text("listen.host"));
        return hosts;
    }

    /**
     * The secret with which the tokens of attempts are sealed. Without a setting it is in a file that only the owner
     * can read, which is made once.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNUSABLE} if the file cannot be used
     */
    public byte[] agentSecret() {
        String set = text("agents.secret");
        try {
            return (set.isEmpty() ? OwnerFile.secret(directory().resolve("agents.secret")) : set)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNUSABLE, "the secret in %s cannot be used: %s".formatted(directory(), e), e);
        }
    }

    /** The proxies in front of the server. Without TLS of its own, it takes keys from nobody else. */
    Proxies proxies() {
        return Proxies.parse(text("listen.proxies"), hasTls() ? Proxies.Direct.ALLOWED : Proxies.Direct.REFUSED);
    }

    RequestLimits limits(LongSupplier nanos) {
        return RequestLimits.perAddress(number("limits.perAddress", 0, RequestLimits.PER_SECOND_MAX), nanos)
                .perKey(number("limits.perKey", 0, RequestLimits.PER_SECOND_MAX))
                .withShares(shares());
    }

    private CallerShares shares() {
        return new CallerShares(
                number("limits.streamsPerKey", 1, CallerShares.STREAMS_MAX),
                number("limits.pollsPerKey", 1, CallerShares.POLLS_MAX),
                number("limits.readsPerKey", 1, CallerShares.READS_MAX));
    }

    RecordFile.Kept record() {
        return new RecordFile.Kept(
                (long) number("record.megabytes", 1, 100_000) << 20, number("record.files", 2, 10_000));
    }

    public ListenOptions listening() {
        ListenOptions plain = ListenOptions.loopback(number("listen.port", 0, 65_535))
                .at(text("listen.host"))
                .connectionsMax(number("listen.connections", 1, 1_000_000));
        return !hasTls()
                ? plain
                : plain.with(new ListenOptions.Tls(Path.of(text("tls.keyStore")), text("tls.password")));
    }
}
