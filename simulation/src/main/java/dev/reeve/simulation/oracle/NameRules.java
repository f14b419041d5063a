package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The documented rules for names of actions and workflows that are expressions. */
final class NameRules {

    private static final Failure NOT_LISTED = Failure.business("NAME_NOT_LISTED");

    private NameRules() {}

    /**
     * The name of what the step calls for this purpose; null if it is a literal.
     *
     * @throws Clockwork.NoTime if {@code oneOf} does not list the name
     */
    static @Nullable String of(Account account, Purpose purpose, View view) {
        ComputedName computed = account.call(purpose).name();
        if (computed == null) {
            return null;
        }
        String name = computed.name().evaluateText(view);
        if (computed.oneOf().stream().noneMatch(name::equals)) {
            throw new Clockwork.NoTime(NOT_LISTED);
        }
        return name;
    }

    /** The computed name in an event; null if it has none. */
    static @Nullable String told(JournalEvent entry) {
        return entry.has("name") ? entry.text("name") : null;
    }

    /** Whether each name that the step or one of its items has begun with can also come in the other version. */
    static boolean fits(Account account, Task there) {
        List<String> names = switch (there) {
            case Task.Action action -> action.call().names();
            case Task.Child child -> child.names();
            default -> List.of();
        };
        return Stream.concat(Stream.of(account), account.items == null ? Stream.empty() : account.items.stream())
                .map(each -> each.name(Purpose.FORWARD))
                .allMatch(name -> name == null || names.contains(name));
    }
}
