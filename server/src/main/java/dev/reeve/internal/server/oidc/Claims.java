package dev.reeve.internal.server.oidc;

import dev.reeve.InvalidInputException;
import dev.reeve.internal.values.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The claims of a token. Immutable. */
final class Claims {

    /** Their strings are lists of words (RFC 8693). */
    private static final Set<String> WORDS = Set.of("scope", "scp");

    private final Map<?, ?> members;

    private Claims(Map<?, ?> members) {
        this.members = members;
    }

    /**
     * @throws InvalidInputException if it is no object, or a name is there twice
     */
    static Claims parse(String json, int bytesMax) {
        if (JsonText.value(JsonText.checked(json, "the token", bytesMax)) instanceof Map<?, ?> members) {
            return new Claims(members);
        }
        throw new InvalidInputException("the token is no object");
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /**
     * The claim with this name. If there is none, the name is a path: {@code realm_access.roles} is the member {@code
     * roles} of the claim {@code realm_access}.
     */
    private @Nullable Object at(String path) {
        if (members.containsKey(path)) {
            return members.get(path);
        }
        Object found = members;
        for (String name : path.split("\\.", -1)) {
            found = found instanceof Map<?, ?> object ? object.get(name) : null;
        }
        return found;
    }

    Optional<String> text(String path) {
        return at(path) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    OptionalDouble number(String name) {
        return members.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** A string, or the strings of a list. Other claims have no values. */
    List<String> values(String path) {
        return switch (at(path)) {
            case String text
            when WORDS.contains(path) ->
                Stream.of(text.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
            case String text -> List.of(text);
            case List<?> list ->
                list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList();
            case null, default -> List.of();
        };
    }

    /** The same, also with the text of a number or of true and false. */
    boolean hasValue(String path, String wanted) {
        return switch (at(path)) {
            case Number number -> number.toString().equals(wanted);
            case Boolean truth -> truth.toString().equals(wanted);
            case null, default -> values(path).contains(wanted);
        };
    }
}
