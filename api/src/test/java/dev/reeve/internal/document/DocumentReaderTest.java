package dev.reeve.internal.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.ClockJump;
import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.EngineStats;
import dev.reeve.Event;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Inbox;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.MoveCheck;
import dev.reeve.NodeStatus;
import dev.reeve.Parent;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.UndeliverableMessage;
import dev.reeve.Verb;
import dev.reeve.workflow.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The reader of documents")
final class DocumentReaderTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));

    private static final Path SOURCES = Path.of("src/main/java/dev/reeve/internal/document");

    @Test
    @DisplayName("Every document that is written is read as an equal one, with and without its optional members")
    void everyDocumentIsRead() throws Exception {
        List<Class<? extends Document>> types = documents();
        assertThat(types).hasSizeGreaterThan(80);
        for (Class<? extends Document> type : types) {
            for (Object sample : samples(type)) {
                String text = DocumentWriter.write((Document) sample);
                // the kind of a document is that of its interface
                Class<? extends Document> read = isOneOfSeveral(type) ? sealed(type) : type;
                assertThat(DocumentReader.read(text, read)).as(text).isEqualTo(sample);
            }
        }
    }

    private static List<Object> samples(Class<?> type) {
        return type == EventDocument.class
                ? Samples.of(Event.class).stream()
                        .<Object>map(event -> EventDocument.of((Event) event))
                        .toList()
                : Samples.of(type);
    }

    private static boolean isOneOfSeveral(Class<?> type) {
        return Stream.of(type.getInterfaces()).anyMatch(Class::isSealed);
    }

    private static Class<? extends Document> sealed(Class<?> type) {
        return type.getInterfaces()[0].asSubclass(Document.class);
    }

    /** All types of the package that are documents. */
    private static List<Class<? extends Document>> documents() throws IOException, ClassNotFoundException {
        List<Class<? extends Document>> all = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> found = Files.list(SOURCES)) {
            files = found.filter(file -> file.toString().endsWith("Document.java"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String name = Objects.requireNonNull(file.getFileName()).toString().replace(".java", "");
            if (!name.equals("Document")) {
                collect(Class.forName("dev.reeve.internal.document." + name), all);
            }
        }
        return all;
    }

    private static void collect(Class<?> type, List<Class<? extends Document>> all) {
        if (type.isRecord() && Document.class.isAssignableFrom(type)) {
            all.add(type.asSubclass(Document.class));
        }
        for (Class<?> nested : type.getDeclaredClasses()) {
            collect(nested, all);
        }
    }

    /** Converts a value of the API to a document, writes and reads it, and converts it back. */
    private static <A, D extends Document> void same(
            Class<A> type, Class<D> document, Function<A, D> to, Function<D, A> from) {
        for (Object sample : Samples.of(type)) {
            A value = type.cast(sample);
            String text = DocumentWriter.write(to.apply(value));
            assertThat(from.apply(DocumentReader.read(text, document))).as(text).isEqualTo(value);
        }
    }

    private static <A, D extends Document> void listed(
            Class<A> type, Class<D> document, Function<List<A>, D> to, Function<D, List<A>> from) {
        for (Object sample : Samples.of(type)) {
            List<A> values = List.of(type.cast(sample));
            String text = DocumentWriter.write(to.apply(values));
            assertThat(from.apply(DocumentReader.read(text, document))).as(text).isEqualTo(values);
        }
    }

    @Test
    @DisplayName("A value that a document is made from comes back from it")
    void valuesComeBack() {
        same(
                ExecutionSummary.class,
                ExecutionListDocument.Item.class,
                ExecutionListDocument.Item::of,
                it -> it.summary());
        same(Forecast.class, ForecastDocument.class, ForecastDocument::of, ForecastDocument::forecast);
        same(Explanation.class, ExplanationDocument.class, ExplanationDocument::of, ExplanationDocument::explanation);
        same(Inbox.class, InboxDocument.class, InboxDocument::of, InboxDocument::inbox);
        same(ExecutionResult.class, ResultDocument.class, ResultDocument::of, ResultDocument::result);
        same(MoveCheck.class, MoveCheckDocument.class, MoveCheckDocument::of, MoveCheckDocument::check);
        same(JobOptions.class, JobOptionsDocument.class, JobOptionsDocument::of, JobOptionsDocument::options);
        same(Failure.class, FailureDocument.class, FailureDocument::written, FailureDocument::failure);
        same(Problem.class, ProblemDocument.class, it -> ProblemDocument.of(null, it), ProblemDocument::problem);
        listed(NodeStatus.class, NodeListDocument.class, NodeListDocument::of, NodeListDocument::statuses);
        listed(
                ScheduleStatus.class,
                ScheduleListDocument.class,
                ScheduleListDocument::of,
                ScheduleListDocument::statuses);
        listed(
                ServiceStatus.class,
                ServiceStatusListDocument.class,
                ServiceStatusListDocument::of,
                ServiceStatusListDocument::statuses);
        listed(SuspectAttempt.class, SuspectListDocument.class, SuspectListDocument::of, SuspectListDocument::attempts);
        listed(
                ServiceIncident.class,
                ServiceIncidentListDocument.class,
                ServiceIncidentListDocument::of,
                ServiceIncidentListDocument::ofServices);
        listed(
                UndeliverableMessage.class,
                MessageListDocument.class,
                it -> MessageListDocument.of(it, false),
                MessageListDocument::undeliverable);
        listed(
                ServiceChange.class,
                ChangeListDocument.class,
                it -> ChangeListDocument.ofService(it.getFirst().action(), it),
                ChangeListDocument::ofService);
        listed(
                DeployedVersion.class,
                DefinitionListDocument.class,
                DefinitionListDocument::of,
                DefinitionListDocument::versions);
        listed(Deployed.class, DeploymentDocument.class, DeploymentDocument::of, DeploymentDocument::versions);
    }

    @Test
    @DisplayName("So do executions, whose summary has the status of the description")
    void executionsComeBack() {
        for (Object sample : Samples.of(ExecutionDescription.class)) {
            ExecutionDescription it = (ExecutionDescription) sample;
            ExecutionSummary summary = it.summary();
            ExecutionDescription same = new ExecutionDescription(
                    summary,
                    summary.status(),
                    it.input(),
                    it.output(),
                    it.completeBy(),
                    it.failure(),
                    it.failedStep(),
                    it.rerun(),
                    it.rerunAs(),
                    it.parent(),
                    it.undoes(),
                    it.steps());
            String text = DocumentWriter.write(ExecutionDocument.of(same));
            assertThat(DocumentReader.read(text, ExecutionDocument.class).description())
                    .isEqualTo(same);
        }
    }

    @Test
    @DisplayName("So do histories, without nonces, seeds and the round before")
    void historiesComeBack() {
        for (Object sample : Samples.of(Event.class)) {
            Event event = withoutPrevious((Event) sample);
            HistoryEntry entry = new HistoryEntry(7, Instant.EPOCH, event);
            String text = DocumentWriter.write(HistoryDocument.of(ID, List.of(entry)));
            assertThat(DocumentReader.read(text, HistoryDocument.class).history())
                    .as(text)
                    .containsExactly(entry);
        }
    }

    private static Event withoutPrevious(Event event) {
        if (!(event instanceof Event.ExecutionStarted it) || it.parent() == null) {
            return event;
        }
        Parent parent = it.parent();
        return new Event.ExecutionStarted(
                it.workflow(),
                it.version(),
                it.namespace(),
                it.key(),
                it.input(),
                it.priority(),
                it.labels(),
                it.completeBy(),
                it.seed(),
                it.replyTo(),
                it.correlationId(),
                it.rerun(),
                new Parent(parent.token(), parent.depth(), parent.undoes()));
    }

    @Test
    @DisplayName("So do bulk operations, changes of schedules, and the health of an engine")
    void operationsComeBack() {
        for (Object sample : Samples.of(BulkRequest.class)) {
            BulkRequest request = ((BulkRequest) sample).payload("{\"a\": 1}").step("charge[3]");
            BulkOrderDocument order = BulkOrderDocument.of(request, "why");
            assertThat(DocumentReader.read(DocumentWriter.write(order), BulkOrderDocument.class)
                            .request())
                    .isEqualTo(request);
        }
        for (Object sample : Samples.of(ScheduleChange.class)) {
            ScheduleChange change = (ScheduleChange) sample;
            ChangeListDocument list = ChangeListDocument.ofSchedule(change.name(), List.of(change));
            assertThat(DocumentReader.read(DocumentWriter.write(list), ChangeListDocument.class)
                            .ofSchedule(change.namespace()))
                    .containsExactly(change);
        }
        BulkProgress progress = new BulkProgress(
                "e", Instant.EPOCH, 3, 2, 1, List.of(new BulkProgress.Refusal("e", null, "no")), false);
        BulkDocument bulk = BulkDocument.of(ID, Verb.RETRY, "ann", progress);
        assertThat(DocumentReader.read(DocumentWriter.write(bulk), BulkDocument.class)
                        .progress("e", Instant.EPOCH))
                .isEqualTo(progress);
        EngineStats stats = (EngineStats) Samples.of(EngineStats.class).getFirst();
        ClockJump jump = (ClockJump) Samples.of(ClockJump.class).getFirst();
        HealthDocument health = DocumentReader.read(
                DocumentWriter.write(HealthDocument.of(stats, List.of(), jump, List.of())), HealthDocument.class);
        assertThat(health.stats()).isEqualTo(stats);
        assertThat(health.jump()).isEqualTo(jump);
    }

    @Test
    @DisplayName("Payloads keep their text, and members that are not known are ignored")
    void payloadsStay() {
        String text =
                "{ \"id\": \"00000000-0000-0001-0000-000000000002\", \"new\": {\"deep\": [1, {}]}, \"status\": \"COMPLETED\","
                        + " \"ended\": true, \"output\":  {\"n\": 1.10, \"a\" : \"\\u00e9\"}  , \"newer\": null}";
        ResultDocument result = DocumentReader.read(text, ResultDocument.class);
        assertThat(result.output()).isEqualTo(new Json("{\"n\": 1.10, \"a\" : \"\\u00e9\"}"));
        assertThat(DocumentReader.read(text.replace("{\"n\": 1.10, \"a\" : \"\\u00e9\"}", "null"), ResultDocument.class)
                        .output())
                .isEqualTo(Json.NULL);
        assertThat(result.failure()).isNull();
    }

    @Test
    @DisplayName("A duration may be written as people do")
    void durations() {
        assertThat(DocumentReader.read("{\"completeBy\": \"90s\"}", JobOptionsDocument.class)
                        .options())
                .isEqualTo(JobOptions.defaults().withCompleteBy(Duration.ofSeconds(90)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{}{}",
                "<html>",
                "{\"id\": 7}",
                "{\"id\": \"7\"}",
                "{\"id\": null}",
                "{\"id\": \"00000000-0000-0001-0000-000000000002\", \"id\": \"00000000-0000-0001-0000-000000000002\"}"
            })
    @DisplayName("Anything else is refused")
    void refusesOthers(String text) {
        assertThatThrownBy(() -> DocumentReader.read(text, StartedDocument.class))
                .isInstanceOf(MalformedDocumentException.class);
    }

    @Test
    @DisplayName("A refusal names the place, what was expected and what was found, without control characters")
    void refusals() {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("\"cause\":\"TRANSIENT\"", "\"cause\":\"SOLAR\\u001b[31m\"");
        wrong.put("\"possiblyDone\":false", "\"possiblyDone\":\"no\"");
        wrong.put("\"code\":\"C\",", "");
        String whole = DocumentWriter.write(
                FailureDocument.written(new Failure(Cause.TRANSIENT, "C", "m", null, null, false)));
        wrong.forEach((right, bad) -> {
            assertThat(whole).contains(right);
            assertThatThrownBy(() -> DocumentReader.read(whole.replace(right, bad), FailureDocument.class))
                    .isInstanceOf(MalformedDocumentException.class)
                    .message()
                    .contains("expected", "found")
                    .doesNotContain("\u001b");
        });
        assertThatThrownBy(() -> DocumentReader.read(
                        "{\"execution\":\"00000000-0000-0001-0000-000000000002\",\"entries\":[{\"seq\":1,\"at\":\"2026-01-31T12:00:00Z\",\"event\":{\"kind\":\"stepTeleported\"}}]}",
                        HistoryDocument.class))
                .hasMessageContaining("/entries/0/event")
                .hasMessageContaining("'stepTeleported': use a newer release");
        assertThatThrownBy(() -> DocumentReader.read("{\"completeBy\": 7}", JobOptionsDocument.class))
                .hasMessageContaining("/completeBy");
        assertThatThrownBy(() -> DocumentReader.read("[".repeat(100_000), StartedDocument.class))
                .isInstanceOf(MalformedDocumentException.class);
    }
}
