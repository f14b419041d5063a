package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.StepPath;
import dev.reeve.internal.document.AuditDocument;
import dev.reeve.internal.document.BulkCountDocument;
import dev.reeve.internal.document.BulkDocument;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.CommandDocument;
import dev.reeve.internal.document.DeploymentDocument;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.document.EventDocument;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.ForecastDocument;
import dev.reeve.internal.document.HistoryDocument;
import dev.reeve.internal.document.InboxDocument;
import dev.reeve.internal.document.KeyListDocument;
import dev.reeve.internal.document.KeyRemovedDocument;
import dev.reeve.internal.document.LookDocument;
import dev.reeve.internal.document.MessageListDocument;
import dev.reeve.internal.document.MoveCheckDocument;
import dev.reeve.internal.document.NewKeyDocument;
import dev.reeve.internal.document.NodeListDocument;
import dev.reeve.internal.document.RedeliveryDocument;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.ScheduleChangeDocument;
import dev.reeve.internal.document.ScheduleListDocument;
import dev.reeve.internal.document.ServiceListDocument;
import dev.reeve.internal.document.ServicePauseDocument;
import dev.reeve.internal.document.ServiceResumedDocument;
import dev.reeve.internal.document.SettingsDocument;
import dev.reeve.internal.document.StartedDocument;
import dev.reeve.internal.document.UndeploymentDocument;
import dev.reeve.internal.document.ValidationDocument;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayName("The JSON of the command line")
final class JsonShapesTest {

    private static final Path PAGE = Path.of("../docs/reference/cli-json.md");
    private static final Path SOURCES = Path.of("../api/src/main/java/dev/reeve/internal/document");

    /** They print no document: one prints JSON Lines, servers only why they do not start, the others no JSON. */
    private static final Set<String> NONE = Set.of("export", "graph", "completion", "dev", "server");

    /** The documents by command. Every other command prints a {@link CommandDocument}. */
    private static final Map<String, List<Class<?>>> PRINTED = printed();

    /** With them, a program could report in an agent's place. */
    private static final Set<String> SECRET = Set.of("nonce", "seed");

    private static final Pattern MEANING = Pattern.compile(" \\* @param (\\w+) ((?:.|\n(?! *\\*(?:/| @param)))*)");

    private static Map<String, List<Class<?>>> printed() {
        Map<String, List<Class<?>>> printed = new LinkedHashMap<>();
        printed.put("config", List.of(SettingsDocument.class));
        printed.put("key create", List.of(NewKeyDocument.class));
        printed.put("key list", List.of(KeyListDocument.class));
        printed.put("key remove", List.of(KeyRemovedDocument.class));
        printed.put("list", List.of(ExecutionListDocument.class));
        printed.put("show", List.of(ExecutionDocument.class));
        printed.put("show --history", List.of(HistoryDocument.class));
        printed.put("explain", List.of(ExplanationDocument.class));
        printed.put("explain --if", List.of(ForecastDocument.class));
        printed.put("start", List.of(StartedDocument.class));
        printed.put("start --await", List.of(ResultDocument.class));
        printed.put("watch", List.of(HistoryDocument.class));
        printed.put("top", List.of(LookDocument.class));
        printed.put("inbox", List.of(InboxDocument.class));
        printed.put("verify", List.of(AuditDocument.class));
        printed.put("bulk", List.of(BulkDocument.class));
        printed.put("bulk --count", List.of(BulkCountDocument.class));
        printed.put("validate", List.of(ValidationDocument.class));
        printed.put("deploy", List.of(DeploymentDocument.class));
        printed.put("undeploy", List.of(UndeploymentDocument.class));
        printed.put("check", List.of(MoveCheckDocument.class));
        printed.put("nodes", List.of(NodeListDocument.class));
        printed.put("service list", List.of(ServiceListDocument.class));
        printed.put("service changes", List.of(ChangeListDocument.class));
        printed.put("service pause", List.of(ServicePauseDocument.class));
        printed.put("service resume", List.of(ServiceResumedDocument.class));
        printed.put("schedule list", List.of(ScheduleListDocument.class));
        printed.put("schedule changes", List.of(ChangeListDocument.class));
        printed.put("schedule pause", List.of(ScheduleChangeDocument.class));
        printed.put("schedule resume", List.of(ScheduleChangeDocument.class));
        printed.put("schedule delete", List.of(ScheduleChangeDocument.class));
        printed.put("message list", List.of(MessageListDocument.class));
        printed.put("message redeliver", List.of(RedeliveryDocument.class));
        CliUsageTest.commands(Cli.commandLine(), "")
                .filter(command -> !NONE.contains(command))
                .forEach(command -> printed.putIfAbsent(command, List.of(CommandDocument.class)));
        return printed;
    }

    @Test
    @DisplayName("The page lists the document of each command, and each member with its meaning")
    void thePageIsWhatThereIs() throws IOException {
        String found = commands() + documents();
        String page = Files.readString(PAGE);
        int from = page.indexOf("<!-- generated -->\n") + "<!-- generated -->\n".length();
        if (System.getProperty("shapes.update") != null) {
            Files.writeString(PAGE, page.substring(0, from) + found);
            return;
        }

        assertThat(page.substring(from))
                .as("write it anew with -pl cli -am -Dtest=JsonShapesTest -Dshapes.update, if the change is meant")
                .isEqualTo(found);
    }

    @Test
    @DisplayName("Every command takes --json, except those that draw or print scripts")
    void everyCommandTakesJson() {
        assertThat(CliUsageTest.commands(Cli.commandLine(), "")).allSatisfy(name -> {
            CommandLine command = Cli.commandLine();
            for (String word : name.split(" ", -1)) {
                command = Objects.requireNonNull(command.getSubcommands().get(word), word);
            }
            assertThat(command.getCommandSpec().optionsMap().containsKey("--json"))
                    .as(name)
                    .isEqualTo(!name.equals("graph") && !name.equals("completion"));
        });
    }

    @Test
    @DisplayName("An event has the members of its Java type, except what one could report with in an agent's place")
    void eventsAreComplete() {
        assertThat(events()).allSatisfy(type -> {
            List<String> members = new ArrayList<>(List.of("kind"));
            Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getName)
                    .filter(name -> !SECRET.contains(name))
                    .forEach(members::add);
            assertThat(EventDocument.of(sample(type)).members().keySet())
                    .as(type.getSimpleName())
                    .containsExactlyInAnyOrderElementsOf(members);
        });
    }

    private static String commands() {
        StringBuilder text = new StringBuilder("| command | prints |\n|---|---|\n");
        PRINTED.forEach((command, types) -> text.append("| `%s` | %s |\n"
                .formatted(command, types.stream().map(JsonShapesTest::link).collect(Collectors.joining(", ")))));
        return text.toString();
    }

    private static String documents() throws IOException {
        Set<Class<?>> types = new LinkedHashSet<>();
        PRINTED.values().forEach(each -> each.forEach(type -> collect(type, types)));
        collect(ErrorDocument.class, types);
        StringBuilder text = new StringBuilder();
        for (Class<?> type : types) {
            if (type == EventDocument.class) {
                text.append(eventList());
            } else if (type.isSealed()) {
                text.append("\n## %s\n\n%s One of:\n".formatted(name(type), about(type)));
            } else {
                text.append("\n%s %s\n\n%s\n".formatted(isKind(type) ? "###" : "##", name(type), about(type)));
                text.append(members(type));
            }
        }
        return text.toString();
    }

    private static String members(Class<?> type) throws IOException {
        StringBuilder text = new StringBuilder();
        Map<String, String> meanings = meanings(type);
        if (isKind(type)) {
            String name = type.getSimpleName();
            text.append("| `kind` | `\"%s\"` | |\n"
                    .formatted(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1)));
        }
        for (RecordComponent component : type.getRecordComponents()) {
            boolean isOptional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            String meaning = Objects.requireNonNull(
                    meanings.get(component.getName()), () -> "%s: @param %s".formatted(type, component.getName()));
            text.append("| `%s`%s | %s | %s |\n"
                    .formatted(
                            component.getName(),
                            isOptional ? " ?" : "",
                            shown(component.getGenericType()),
                            meaning.replaceAll("\\{@code ([^}]*)}", "`$1`")));
        }
        return text.isEmpty() ? "" : "\n| member | type | |\n|---|---|---|\n" + text;
    }

    private static String eventList() {
        StringBuilder text = new StringBuilder(
                "\n## Event\n\nAn event of a history. Its `kind` says which; the members of each kind:\n\n| kind | members |\n|---|---|\n");
        for (Class<?> type : events()) {
            List<String> members =
                    new ArrayList<>(EventDocument.of(sample(type)).members().keySet());
            String kind =
                    String.valueOf(EventDocument.of(sample(type)).members().get("kind"));
            members.remove("kind");
            text.append("| `%s` | %s |\n"
                    .formatted(
                            kind, members.stream().map(each -> "`" + each + "`").collect(Collectors.joining(", "))));
        }
        return text.toString();
    }

    private static void collect(Type type, Set<Class<?>> types) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> collect(argument, types));
        } else if (type instanceof Class<?> named && Document.class.isAssignableFrom(named) && types.add(named)) {
            if (named.isSealed()) {
                Arrays.stream(named.getPermittedSubclasses()).forEach(each -> collect(each, types));
            } else if (named == EventDocument.class) {
                collect(EventDocument.ParentStep.class, types);
                collect(EventDocument.Times.class, types);
                collect(ExecutionDocument.Origin.class, types);
            } else {
                Arrays.stream(named.getRecordComponents()).forEach(each -> collect(each.getGenericType(), types));
            }
        }
    }

    private static String shown(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return arguments.length == 2 ? "object of strings" : "list of " + shown(arguments[0]);
        }
        Class<?> named = (Class<?>) type;
        if (Document.class.isAssignableFrom(named)) {
            return link(named);
        }
        if (named.isEnum()) {
            return Arrays.stream(named.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(", "));
        }
        Map<String, String> words = Map.ofEntries(
                Map.entry("int", "number"),
                Map.entry("Integer", "number"),
                Map.entry("long", "number"),
                Map.entry("boolean", "boolean"),
                Map.entry("String", "string"),
                Map.entry("ExecutionId", "id"),
                Map.entry("StepPath", "step"),
                Map.entry("Instant", "time"),
                Map.entry("Duration", "duration"),
                Map.entry("ZoneId", "string"),
                Map.entry("Json", "JSON"));
        return Objects.requireNonNull(words.get(named.getSimpleName()), named::toString);
    }

    private static String link(Class<?> type) {
        return "[%s](#%s)"
                .formatted(name(type), name(type).toLowerCase(Locale.ROOT).replace(".", ""));
    }

    private static String name(Class<?> type) {
        return type.getName()
                .substring(type.getPackageName().length() + 1)
                .replace("Document", "")
                .replace('$', '.');
    }

    /** Whether documents of this type have a {@code kind}. */
    private static boolean isKind(Class<?> type) {
        return Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed);
    }

    /** The first sentence of the comment of a type, which is the last comment before its declaration. */
    private static String about(Class<?> type) throws IOException {
        Matcher first = Pattern.compile("/\\*\\*\\s+(?:\\* )?([^.]*\\.)").matcher(comment(type));
        assertThat(first.find()).as("comment of %s", type).isTrue();
        return first.group(1).replaceAll("\\s+\\*\\s+", " ");
    }

    private static Map<String, String> meanings(Class<?> type) throws IOException {
        Map<String, String> meanings = new LinkedHashMap<>();
        Matcher matcher = MEANING.matcher(comment(type));
        while (matcher.find()) {
            meanings.put(
                    matcher.group(1),
                    matcher.group(2).replaceAll("\\s+\\*\\s+", " ").strip());
        }
        return meanings;
    }

    private static String comment(Class<?> type) throws IOException {
        Class<?> top = type.getEnclosingClass() == null ? type : type.getEnclosingClass();
        String source = Files.readString(SOURCES.resolve(top.getSimpleName() + ".java"));
        Matcher declaration = Pattern.compile("(record|interface) " + type.getSimpleName() + "\\b")
                .matcher(source);
        assertThat(declaration.find()).as("declaration of %s", type).isTrue();
        return source.substring(source.lastIndexOf("/**", declaration.start()), declaration.start());
    }

    private static List<Class<?>> events() {
        return Stream.of(Event.class, Event.OfStep.class)
                .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
                .filter(Class::isRecord)
                .<Class<?>>map(type -> type)
                .toList();
    }

    /** An event of this type in which everything has a value. */
    private static Event sample(Class<?> type) {
        if (type == Event.StepTaken.class) {
            // its members depend on each other
            return new Event.StepTaken(StepPath.of("step"), null, Json.NULL, null, null, false);
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return (Event) type.getDeclaredConstructor(types)
                    .newInstance(Arrays.stream(types).map(JsonShapesTest::value).toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.toString(), e);
        }
    }

    private static @Nullable Object value(Class<?> type) {
        if (type == List.class) {
            return List.of(StepPath.of("step"));
        }
        if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == boolean.class) {
            return false;
        } else if (type == String.class) {
            return "text";
        } else if (type == Json.class) {
            return Json.NULL;
        } else if (type == Instant.class) {
            return Instant.EPOCH;
        } else if (type == Duration.class) {
            return Duration.ZERO;
        } else if (type == StepPath.class) {
            return StepPath.of("step");
        } else if (type == Map.class) {
            return Map.of();
        } else if (type == ExecutionId.class) {
            return ExecutionId.parse("0197f3a2-0000-7000-8000-000000000000");
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type == Failure.class) {
            return new Failure(Cause.LOST, "CODE", "message", null, null, true);
        } else if (type == ProbeAnswer.class) {
            return new ProbeAnswer.Unknown();
        }
        return null;
    }
}
