package dev.reeve.internal.agent.protocol;

import dev.reeve.SchemaDataSource;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.spi.transport.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The registration of an agent, its answer, and the request of an agent without a session for one attempt. */
public final class RegistrationCodec {

    /**
     * The answer to a registration.
     *
     * @param session names the session in addresses; opaque
     * @param schema the schema of the server's store, in which a handler's own transaction finds {@code complete}
     */
    public record Registered(String session, Pace pace, String schema) {}

    /** It becomes part of a statement. */
    private static final Pattern SCHEMA = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

    /** The maximum number of problems in one message. */
    private static final int PROBLEMS_MAX = 20;

    private RegistrationCodec() {}

    public static String write(Registration registration) {
        JsonWriter out = start();
        out.name("agent", false).string(registration.agent());
        out.name("actions", false).value(List.copyOf(registration.actions()));
        out.name("slots", false).value(registration.slots());
        return out.close('}').finish("registration");
    }

    public static Registration read(String text) {
        Members members = Members.document(text, "registration");
        return new Registration(agent(members), actions(members), members.number("slots", 1, Protocol.SLOTS_MAX));
    }

    static String agent(Members members) {
        return members.text("agent", Protocol.NAME_LENGTH_MAX);
    }

    static Set<String> actions(Members members) {
        List<String> actions = members.texts("actions");
        List<String> problems = new ArrayList<>();
        if (actions.isEmpty() || actions.size() > Protocol.ACTIONS_MAX) {
            problems.add("actions: expected 1 to %,d names, found %,d".formatted(Protocol.ACTIONS_MAX, actions.size()));
        }
        for (int i = 0; i < actions.size(); i++) {
            String action = actions.get(i);
            if (action.isBlank() || action.length() > Protocol.NAME_LENGTH_MAX || action.indexOf('\0') >= 0) {
                problems.add("actions[%d]: expected a name of 1 to %d characters without U+0000, found %s"
                        .formatted(i, Protocol.NAME_LENGTH_MAX, found(action)));
            }
        }
        if (!problems.isEmpty()) {
            int more = problems.size() - PROBLEMS_MAX;
            throw members.wrong(String.join("; ", problems.subList(0, Math.min(problems.size(), PROBLEMS_MAX)))
                    + (more > 0 ? "; and %,d more".formatted(more) : ""));
        }
        return new LinkedHashSet<>(actions);
    }

    private static String found(String name) {
        return name.indexOf('\0') >= 0 ? "U+0000" : name.isBlank() ? "none" : "%,d".formatted(name.length());
    }

    public static String write(Registered registered) {
        JsonWriter out = start();
        out.name("session", false).string(registered.session());
        pace(out, registered.pace());
        out.name("schema", false).string(registered.schema());
        return out.close('}').finish("answer");
    }

    public static Registered readRegistered(String text) {
        Members members = Members.document(text, "answer to a registration");
        String schema = members.textOrNull("schema", Protocol.NAME_LENGTH_MAX);
        if (schema != null && !SCHEMA.matcher(schema).matches()) {
            throw members.wrong("schema: expected a name of a schema");
        }
        return new Registered(
                members.text("session", Protocol.NAME_LENGTH_MAX),
                pace(members, Pace.STANDARD),
                schema == null ? SchemaDataSource.DEFAULT : schema);
    }

    static void pace(JsonWriter out, Pace pace) {
        out.name("pace", false).open('{');
        out.name("waitMillis", true).value(pace.poll().toMillis());
        out.name("confirmMillis", false).value(pace.confirm().toMillis());
        out.close('}');
    }

    /** @param before what applies to members that are not there */
    static Pace pace(Members members, Pace before) {
        Members pace = members.objectOrNull("pace");
        if (pace == null) {
            return before;
        }
        return new Pace(
                Protocol.granted(or(pace.millisOrNull("waitMillis"), before.poll())),
                or(pace.millisOrNull("confirmMillis"), before.confirm()));
    }

    private static Duration or(@Nullable Duration told, Duration otherwise) {
        return told == null ? otherwise : told;
    }

    static JsonWriter start() {
        return new JsonWriter(Integer.MAX_VALUE)
                .open('{')
                .name("protocol", true)
                .value(Protocol.VERSION);
    }
}
