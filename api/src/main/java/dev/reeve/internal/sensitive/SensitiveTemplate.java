package dev.reeve.internal.sensitive;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sensitive places in the value of a template, such as the input of a group. A value that an expression
 * only selects keeps its marks. One that it computes from a marked value is sensitive as a whole.
 */
final class SensitiveTemplate {

    /** The paths of an expression. A text in quotes may look like one, which can only mask more. */
    private static final Pattern PATH = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_]*)*");

    private static final Pattern PATH_ALONE = Pattern.compile("\\s*\\$\\{\\s*(" + PATH.pattern() + ")\\s*}\\s*");

    /** All that an expression knows, without a name. */
    private static final Pattern ALL = Pattern.compile("\\$\\$(?!\\.[A-Za-z])");

    private final Function<List<String>, SensitivePlace> read;

    /** @param read the place of a path, of which the first member is a name that expressions know */
    SensitiveTemplate(Function<List<String>, SensitivePlace> read) {
        this.read = read;
    }

    SensitivePlace of(@Nullable Object source) {
        return switch (source) {
            case String text -> ofText(text);
            case Map<?, ?> object -> {
                Map<String, SensitivePlace> members = new LinkedHashMap<>();
                object.forEach((name, value) -> members.put(String.valueOf(name), of(value)));
                yield members.values().stream().allMatch(SensitivePlace::isPlain)
                        ? SensitivePlace.plain()
                        : new Members(Map.copyOf(members));
            }
            case List<?> list -> {
                List<SensitivePlace> elements = list.stream().map(this::of).toList();
                yield elements.stream().allMatch(SensitivePlace::isPlain)
                        ? SensitivePlace.plain()
                        : new Elements(elements);
            }
            case null, default -> SensitivePlace.plain();
        };
    }

    private SensitivePlace ofText(String text) {
        int begin = text.indexOf("${");
        if (begin < 0) {
            return SensitivePlace.plain();
        }
        Matcher alone = PATH_ALONE.matcher(text);
        if (alone.matches()) {
            return read(alone.group(1));
        }
        String computed = text.substring(begin);
        boolean isWhole = ALL.matcher(computed).find()
                && !(read("input").isPlain() && read("steps").isPlain());
        Matcher paths = PATH.matcher(computed);
        while (!isWhole && paths.find()) {
            isWhole = !read(paths.group()).isPlain();
        }
        return isWhole ? SensitivePlace.whole() : SensitivePlace.plain();
    }

    private SensitivePlace read(String path) {
        return read.apply(List.of(path.split("\\.", -1)));
    }

    /** Follows a path. In an expression, a member of a list is the list of that member of each element. */
    static SensitivePlace follow(SensitivePlace from, List<String> members) {
        SensitivePlace place = from;
        for (String member : members) {
            SensitivePlace next = place.member(member);
            place = next.isPlain() ? place.element(0).member(member).listed() : next;
        }
        return place;
    }

    /** An object of which some members matter. */
    record Members(Map<String, SensitivePlace> places) implements SensitivePlace {

        @Override
        public boolean isSensitive() {
            return false;
        }

        @Override
        public SensitivePlace member(String name) {
            SensitivePlace place = places.get(name);
            return place == null ? SensitivePlace.plain() : place;
        }

        @Override
        public SensitivePlace element(int index) {
            return SensitivePlace.plain();
        }
    }

    /** An array of which some elements matter. */
    private record Elements(List<SensitivePlace> places) implements SensitivePlace {

        @Override
        public boolean isSensitive() {
            return false;
        }

        @Override
        public SensitivePlace member(String name) {
            return SensitivePlace.plain();
        }

        @Override
        public SensitivePlace element(int index) {
            return index < places.size() ? places.get(index) : SensitivePlace.plain();
        }
    }
}
