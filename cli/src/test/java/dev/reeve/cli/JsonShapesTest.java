package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Deployed;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Inbox;
import dev.reeve.Incident;
import dev.reeve.Json;
import dev.reeve.MoveCheck;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.StepPath;
import dev.reeve.UndeliverableMessage;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The JSON of the command line")
final class JsonShapesTest {

    private static final Path LIST = Path.of("src/main/resources/dev/reeve/cli/json-shapes.txt");
    private static final Path PAGE = Path.of("../docs/reference/cli-json.md");

    private static final List<Class<?>> PRINTED = List.of(
            ExecutionSummary.class,
            ExecutionDescription.class,
            HistoryEntry.class,
            Explanation.class,
            Forecast.class,
            Inbox.class,
            Incident.class,
            MoveCheck.class,
            ScheduleStatus.class,
            ScheduleChange.class,
            ServicePause.class,
            ServiceChange.class,
            UndeliverableMessage.class,
            Deployed.class,
            DefinitionFiles.Finding.class,
            Acting.Done.class,
            BulkCommand.Done.class,
            RedeliverCommand.Redelivered.class,
            ResumeServiceCommand.Resumed.class,
            ScheduleCommand.Changed.class,
            UndeployCommand.Undeployed.class);

    /** Written as strings or payloads, regardless of their members. */
    private static final Set<Class<?>> OPAQUE = Set.of(Json.class, ExecutionId.class, StepPath.class);

    /** With them, a program could report in an agent's place. */
    private static final Set<String> SECRET = Set.of("nonce", "seed");

    @Test
    @DisplayName("Each type that a command prints has the members of the list, and the page shows the list")
    void shapesAreThoseOfTheListAndThePage() throws IOException {
        Map<String, String> shapes = new TreeMap<>();
        PRINTED.forEach(type -> collect(type, shapes));
        String found = shapes.entrySet().stream()
                .map(shape -> shape.getKey() + ": " + shape.getValue() + "\n")
                .collect(Collectors.joining());
        String page = Files.readString(PAGE);
        int from = page.indexOf("```text\n") + "```text\n".length();
        int to = page.indexOf("```", from);
        if (System.getProperty("shapes.update") != null) {
            Files.writeString(LIST, found);
            Files.writeString(PAGE, page.substring(0, from) + found + page.substring(to));
            return;
        }

        assertThat(Files.readString(LIST))
                .as("write it anew with -Dtest=JsonShapesTest -Dshapes.update, if the change is meant")
                .isEqualTo(found);
        assertThat(page.substring(from, to)).isEqualTo(found);
    }

    private static void collect(Type type, Map<String, String> shapes) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> collect(argument, shapes));
        } else if (type instanceof Class<?> named && !OPAQUE.contains(named)) {
            if (named.isSealed()) {
                Arrays.stream(named.getPermittedSubclasses()).forEach(each -> collect(each, shapes));
            }
            if (named.isRecord() && !shapes.containsKey(JsonShapes.name(named))) {
                RecordComponent[] components = named.getRecordComponents();
                shapes.put(
                        JsonShapes.name(named),
                        Arrays.stream(components)
                                .map(RecordComponent::getName)
                                .filter(name -> !SECRET.contains(name))
                                .collect(Collectors.joining(" ")));
                Arrays.stream(components).forEach(component -> collect(component.getGenericType(), shapes));
            }
        }
    }
}
