package dev.reeve.internal.model.document;

import dev.reeve.Json;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON and keeps line and column. The builder detects duplicate keys, because it can report both places. */
public final class JsonReader {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    // one more than the builder allows, so that the builder refuses it and reports the path
                    .maxNestingDepth(Limits.DEFAULT.depth() + 1)
                    .maxNumberLength(Limits.DEFAULT.definitionBytesMax())
                    .maxStringLength(Limits.DEFAULT.stringLength())
                    .build())
            .build();

    private final DocumentBuilder document;
    private final JsonParser parser;

    private JsonReader(JsonParser parser, DocumentBuilder document) {
        this.parser = parser;
        this.document = document;
    }

    static DocumentNode read(String text, DocumentBuilder document) throws DocumentException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new JsonReader(parser, document).document();
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            TextPlace place =
                    at == null ? new TextPlace("", 1, 1) : new TextPlace("", at.getLineNr(), at.getColumnNr());
            throw new DocumentException(place.problem("not valid JSON: " + JsonText.reason(e), ""));
        }
    }

    /** The text of an object's member, if it is a text and comes before the member {@code before}. */
    public static Optional<String> text(Json json, String name, String before) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json.text())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME
                    && !parser.currentName().equals(before)) {
                boolean found = parser.currentName().equals(name);
                if (parser.nextToken() == JsonToken.VALUE_STRING && found) {
                    return Optional.of(parser.getString());
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // reported when the whole text is read
        }
    }

    private DocumentNode document() throws DocumentException {
        if (parser.nextToken() == null) {
            throw new DocumentException(new TextPlace("", 1, 1)
                    .problem("there is no definition, only an empty text", "It begins with {\"workflow\": \"name\""));
        }
        DocumentNode root = node("");
        if (parser.nextToken() != null) {
            throw new DocumentException(
                    place("").problem("a second value begins here", "Write one definition per file"));
        }
        return root;
    }

    private TextPlace place(String path) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new TextPlace(path, at.getLineNr(), at.getColumnNr());
    }

    private DocumentNode node(String path) throws DocumentException {
        TextPlace place = place(path);
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(place);
            case START_ARRAY -> sequence(place);
            case VALUE_STRING -> document.text(parser.getString(), place);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> document.number(parser.getString(), place);
            case VALUE_TRUE -> new DocumentNode.Flag(true, place);
            case VALUE_FALSE -> new DocumentNode.Flag(false, place);
            case VALUE_NULL -> new DocumentNode.Nothing(place);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("a value cannot begin with " + parser.currentToken());
        };
    }

    private DocumentNode mapping(TextPlace place) throws DocumentException {
        document.enter(place);
        DocumentBuilder.Members members = document.members(place);
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            TextPlace key = place(MemberPath.child(place.path(), name));
            parser.nextToken();
            members.add(name, key, node(key.path()));
        }
        document.leave();
        return members.build();
    }

    private DocumentNode sequence(TextPlace place) throws DocumentException {
        document.enter(place);
        List<DocumentNode> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(node(MemberPath.child(place.path(), elements.size())));
        }
        document.leave();
        return new DocumentNode.Sequence(elements, place);
    }
}
