package dev.reeve.internal.engine.inbox;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Succession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a request that is impossible into an execution that has failed for that reason, so that a person sees it. */
public final class SqlRefusals {

    private static final Logger LOG = LoggerFactory.getLogger(SqlRefusals.class);

    /** The workflow of the failed executions. */
    public static final Definition DEFINITION = DefinitionReader.parse("""
            workflow: reeve_request
            version: 1
            description: A request of an SQL function that was impossible.
            steps:
              apply: { await: accepted }
            """);

    /** How an SQL function marks a start, in {@link dev.reeve.spi.store.InboxPost#request}. */
    private static final long START = 0;

    /** The version of the UUIDs that stand for no key: UUIDv7. */
    private static final int RANDOM_VERSION = 7;

    private final Store store;
    private final Definitions definitions;
    private final Ids ids;

    public SqlRefusals(Store store, Definitions definitions, Ids ids) {
        this.store = store;
        this.definitions = definitions;
        this.ids = ids;
    }

    /** Whether a start is the one of a failed execution. */
    static boolean isRefusal(StartRequest start) {
        return start.plan().workflow().name().equals(DEFINITION.name());
    }

    /**
     * Returns the start of the failed execution. It takes the id that the function returned, if no other execution can
     * have this id. A request whose key cannot be stored gets another id.
     *
     * @param request null if nothing of it can be read
     * @param again whether the store has refused the start of a failed execution
     * @throws StoreException if the store does not answer
     */
    StartRequest start(InboxRow row, @Nullable Request request, ReeveException cause, boolean again) {
        ExecutionId asked = row.post().execution();
        boolean isStart = row.post().request() == START;
        Request.SqlStart start = request instanceof Request.SqlStart known ? known : null;
        String namespace = namespace(request);
        String key = start == null || !namespace.equals(named(start.options())) ? null : key(start);
        boolean mayBeFree = isStart && cause.code() != ErrorCode.CONFLICT && !again;
        boolean isFree =
                mayBeFree && (key == null ? isOfNoKey(asked, start) : isOfKey(asked, Ids.ofKey(namespace, key)));
        ExecutionId id =
                isFree ? asked : Ids.ofChild(asked, "/request/" + row.key().number());
        LOG.warn(
                "execution={} the request {} of the database user {} is impossible: {}",
                id,
                row.key(),
                row.user(),
                cause.getMessage());
        Plan plan = plan(namespace);
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                plan.workflow().name(),
                plan.workflow().version(),
                namespace,
                isFree ? key : null,
                input(row, request, isStart),
                0,
                new TreeMap<>(Map.of("database_user", row.user())),
                null,
                ids.seed(),
                null,
                null,
                null,
                null);
        Failure failure =
                new Failure(Cause.BUSINESS, cause.code().name(), String.valueOf(cause.getMessage()), null, null, false);
        return new StartRequest(
                id,
                plan,
                started,
                start == null ? 0 : digest(start),
                List.of(),
                null,
                // A later execution of a key begins after the one before it, also if it fails at once.
                isFree && key != null && !id.equals(Ids.ofKey(namespace, key))
                        ? KeyPolicy.RETURN_OPEN
                        : KeyPolicy.RETURN,
                failure);
    }

    /** Whether the function has made up an id. One of another kind belongs to a key, or to a child. */
    private static boolean isOfNoKey(ExecutionId id, Request.@Nullable SqlStart start) {
        boolean hasKey =
                start != null && start.options().value() instanceof Map<?, ?> options && options.get("key") != null;
        return !hasKey && id.value().version() == RANDOM_VERSION;
    }

    private boolean isOfKey(ExecutionId id, ExecutionId first) {
        if (id.equals(first) || !Succession.isOf(first, id)) {
            return id.equals(first);
        }
        try {
            store.allowSuccessions();
            return true;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.DATA) {
                return false; // an engine of an older release would not read it
            }
            throw e;
        }
    }

    private static @Nullable String key(Request.SqlStart start) {
        if (start.options().value() instanceof Map<?, ?> options && options.get("key") instanceof String key) {
            try {
                return StorableText.check("key", key, StorableText.NAME_LENGTH_MAX);
            } catch (ReeveException e) {
                return null;
            }
        }
        return null;
    }

    /** As for the execution that was meant, so that the same start finds this one, and another one conflicts. */
    private static long digest(Request.SqlStart start) {
        try {
            return Ids.digest(start.workflow(), start.input());
        } catch (InvalidInputException e) {
            return 0;
        }
    }

    private static Json input(InboxRow row, @Nullable Request request, boolean isStart) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("request", isStart ? "start" : "signal");
        input.put("execution", row.post().execution().toString());
        input.put("at", row.key().at().toString());
        Json whole = null;
        switch (request) {
            case Request.SqlStart start -> {
                input.put("workflow", start.workflow());
                input.put("options", start.options());
                whole = start.input();
            }
            case Request.SqlSignal signal -> {
                input.put("signal", signal.signal());
                input.put("options", signal.options());
                whole = signal.data();
            }
            case null, default -> {}
        }
        if (whole != null) {
            Map<String, Object> more = new LinkedHashMap<>(input);
            more.put(isStart ? "input" : "data", whole);
            try {
                return Json.parse(Json.of(more).text());
            } catch (InvalidInputException e) {
                // too large together, or cannot be kept
            }
        }
        try {
            return Json.parse(Json.of(input).text());
        } catch (InvalidInputException e) {
            return Json.EMPTY_OBJECT;
        }
    }

    /**
     * Refuses a signal to an execution of another namespace than the one that it names. Reads nothing if it names none,
     * and only the default one is in use.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     * @throws StoreException if the store does not answer
     */
    void checkTarget(ExecutionId id, Request.SqlSignal signal) {
        String namespace = named(signal.options());
        // One that is not there yet may be started by the request before.
        if ((!namespace.equals(Namespaces.DEFAULT) || definitions.namespaces().size() > 1)
                && store.find(id)
                        .filter(row -> !row.namespace().equals(namespace))
                        .isPresent()) {
            throw ReeveException.of(ErrorCode.NOT_FOUND, new Refused.NotFound(id).message());
        }
    }

    /** The one that the request names, if something is deployed in it: a mistyped one gets no definition. */
    private String namespace(@Nullable Request request) {
        String named = switch (request) {
            case Request.SqlStart start -> named(start.options());
            case Request.SqlSignal signal -> named(signal.options());
            case null, default -> Namespaces.DEFAULT;
        };
        return store.namespaces().contains(named) ? named : Namespaces.DEFAULT;
    }

    private static String named(Json written) {
        return written.value() instanceof Map<?, ?> options && options.get("namespace") instanceof String named
                ? named
                : Namespaces.DEFAULT;
    }

    private Plan plan(String namespace) {
        return known(namespace).orElseGet(() -> {
            store.deploy(new StoredWorkflow(namespace, DEFINITION.name(), DEFINITION.version(), DEFINITION.toJson()));
            definitions.add(namespace, DEFINITION);
            return known(namespace).orElseThrow();
        });
    }

    private Optional<Plan> known(String namespace) {
        return definitions.find(namespace, DEFINITION.name(), DEFINITION.version());
    }
}
