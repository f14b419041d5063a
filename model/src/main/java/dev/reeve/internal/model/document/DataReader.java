package dev.reeve.internal.model.document;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.MemberPath;
import dev.reeve.internal.values.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts plain data to nodes, which have paths but no lines. Data that JSON cannot hold is reported at its path. */
public final class DataReader {

    private final DocumentBuilder document;

    private DataReader(DocumentBuilder document) {
        this.document = document;
    }

    public static DocumentNode of(@Nullable Object value, DocumentBuilder document) throws DocumentException {
        return new DataReader(document).node(value, "");
    }

    private DocumentNode node(@Nullable Object value, String path) throws DocumentException {
        TextPlace place = new TextPlace(path, 0, 0);
        return switch (value) {
            case null -> new DocumentNode.Nothing(place);
            case String text -> document.text(text, place);
            case Boolean flag -> new DocumentNode.Flag(flag, place);
            case Number number -> {
                String text = Numbers.text(number);
                yield text == null ? unknown(value, place) : document.number(text, place);
            }
            case Json json -> json(json, place);
            case Map<?, ?> members -> mapping(members, place);
            case List<?> elements -> {
                document.enter(place);
                List<DocumentNode> nodes = new ArrayList<>();
                for (Object element : elements) {
                    nodes.add(node(element, MemberPath.child(path, nodes.size())));
                }
                document.leave();
                yield new DocumentNode.Sequence(nodes, place);
            }
            default -> unknown(value, place);
        };
    }

    private DocumentNode json(Json json, TextPlace place) throws DocumentException {
        try {
            return node(json.value(), place.path());
        } catch (InvalidInputException e) {
            throw new DocumentException(place.problem(String.valueOf(e.getMessage()), ""));
        }
    }

    private DocumentNode mapping(Map<?, ?> map, TextPlace place) throws DocumentException {
        document.enter(place);
        DocumentBuilder.Members members = document.members(place);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw new DocumentException(
                        place.problem("the key %s is not a string".formatted(entry.getKey()), "Use strings as keys"));
            }
            TextPlace key = new TextPlace(MemberPath.child(place.path(), name), 0, 0);
            members.add(name, key, node(entry.getValue(), key.path()));
        }
        document.leave();
        return members.build();
    }

    private static DocumentNode unknown(Object value, TextPlace place) throws DocumentException {
        throw new DocumentException(place.problem(
                "JSON cannot hold %s".formatted(value.getClass().getName()),
                "Use Map, List, String, Number, Boolean or Json"));
    }
}
