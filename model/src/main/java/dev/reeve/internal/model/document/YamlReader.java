package dev.reeve.internal.model.document;

import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 from the parser's events, so that no object is ever constructed from a tag and nothing is expanded
 * (D12). Unquoted words follow JSON: {@code yes}, {@code 0x1f} and {@code .inf} are strings.
 */
final class YamlReader {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final Pattern UNQUOTED = Pattern.compile("[\\s\\[,:{-]\\$\\{");

    private static final int BUFFER_MIN = 1_024;

    private final DocumentBuilder document;
    private final Iterator<Event> events;

    private YamlReader(String text, DocumentBuilder document) {
        this.document = document;
        LoadSettings settings = LoadSettings.builder()
                .setLabel("definition")
                .setUseMarks(true)
                .setCodePointLimit(Integer.MAX_VALUE) // checked before
                // one buffer for everything: on a long line the reader copies its content each time the buffer is full
                .setBufferSize(Math.max(BUFFER_MIN, text.length()))
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    static DocumentNode read(String text, DocumentBuilder document) throws DocumentException {
        try {
            return new YamlReader(text, document).document();
        } catch (MarkedYamlEngineException e) {
            TextPlace place = place("", e.getProblemMark().or(e::getContextMark));
            String found = e.getProblem() == null ? String.valueOf(e.getMessage()) : e.getProblem();
            String context = e.getContext() == null ? "" : e.getContext() + ", ";
            throw new DocumentException(place.problem(
                    "not valid YAML: " + context + JsonText.firstLine(found), quotes(text, place.line())));
        } catch (ReaderException e) {
            throw new DocumentException(TextPlace.at(text, e.getPosition())
                    .problem(
                            "not valid YAML: the character U+%04X is not allowed".formatted(e.getCodePoint()),
                            "Remove it"));
        } catch (YamlEngineException e) {
            throw new DocumentException(new TextPlace("", 1, 1)
                    .problem("not valid YAML: " + JsonText.firstLine(String.valueOf(e.getMessage())), ""));
        }
    }

    /** In YAML the brace of an unquoted expression begins an object in the middle of a line. */
    private static String quotes(String text, int line) {
        return text.lines()
                .skip(line - 1L)
                .findFirst()
                .map(UNQUOTED::matcher)
                .filter(Matcher::find)
                .map(found -> "Put the expression into quotes, such as \"${ input.amount }\"")
                .orElse("");
    }

    private DocumentNode document() throws DocumentException {
        events.next(); // stream start
        Event start = events.next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            throw new DocumentException(new TextPlace("", 1, 1)
                    .problem("there is no definition, only an empty text", "It begins with workflow: name"));
        }
        DocumentNode root = node(events.next(), "");
        events.next(); // document end
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new DocumentException(place("", after.getStartMark())
                    .problem("a second document begins here", "Write one definition per file"));
        }
        return root;
    }

    private DocumentNode node(Event event, String path) throws DocumentException {
        TextPlace place = place(path, event.getStartMark());
        refuseMarks(event, place);
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, place);
        }
        document.enter(place);
        DocumentNode node = event instanceof SequenceStartEvent ? sequence(place) : mapping(place);
        document.leave();
        return node;
    }

    private void refuseMarks(Event event, TextPlace place) throws DocumentException {
        if (event instanceof AliasEvent alias) {
            throw new DocumentException(
                    place.problem("the alias *%s is not allowed".formatted(alias.getAlias()), "Write the value out"));
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw new DocumentException(place.problem(
                    "the anchor &%s is not allowed".formatted(node.getAnchor().get()),
                    "Remove it, and write values out"));
        }
        Optional<String> tag = event instanceof ScalarEvent scalar
                ? scalar.getTag()
                : event instanceof CollectionStartEvent collection ? collection.getTag() : Optional.empty();
        if (tag.isPresent()) {
            throw new DocumentException(place.problem(
                    "the tag %s is not allowed".formatted(tag.get().replace("tag:yaml.org,2002:", "!!")),
                    "Remove it; for a string that looks like a number use quotes"));
        }
    }

    private DocumentNode scalar(ScalarEvent scalar, TextPlace place) {
        String text = scalar.getValue();
        if (!scalar.isPlain()) {
            return document.text(text, place);
        }
        return switch (text) {
            case "", "~", "null" -> new DocumentNode.Nothing(place);
            case "true" -> new DocumentNode.Flag(true, place);
            case "false" -> new DocumentNode.Flag(false, place);
            default -> NUMBER.matcher(text).matches() ? document.number(text, place) : document.text(text, place);
        };
    }

    private DocumentNode sequence(TextPlace place) throws DocumentException {
        List<DocumentNode> elements = new ArrayList<>();
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            elements.add(node(event, MemberPath.child(place.path(), elements.size())));
            event = events.next();
        }
        return new DocumentNode.Sequence(elements, place);
    }

    private DocumentNode mapping(TextPlace place) throws DocumentException {
        DocumentBuilder.Members members = document.members(place);
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            TextPlace here = place(place.path(), event.getStartMark());
            refuseMarks(event, here);
            if (!(event instanceof ScalarEvent key)) {
                throw new DocumentException(here.problem(
                        event instanceof MappingStartEvent ? "an object cannot be a key" : "a list cannot be a key",
                        "Put text with { or [ into quotes"));
            }
            String name = key.getValue();
            TextPlace keyPlace = place(MemberPath.child(place.path(), name), event.getStartMark());
            if (key.isPlain() && name.equals("<<")) {
                throw new DocumentException(
                        keyPlace.problem("the merge key << is not allowed", "Write the members out"));
            }
            if (key.isPlain() && (name.isEmpty() || name.equals("~") || name.equals("null"))) {
                throw new DocumentException(here.problem("nothing cannot be a key", "Put it into quotes"));
            }
            members.add(name, keyPlace, node(events.next(), keyPlace.path()));
            event = events.next();
        }
        return members.build();
    }

    private static TextPlace place(String path, Optional<Mark> mark) {
        return mark.map(at -> new TextPlace(path, at.getLine() + 1, at.getColumn() + 1))
                .orElseGet(() -> new TextPlace(path, 1, 1));
    }
}
