package dev.reeve.internal.http.endpoint;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.BulkOrderDocument;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentMask;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.HistoryDocument;
import dev.reeve.internal.document.InboxDocument;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.ScheduleListDocument;
import dev.reeve.internal.sensitive.SensitiveDefinition;
import dev.reeve.internal.sensitive.SensitiveJson;
import dev.reeve.internal.sensitive.SensitivePlace;
import dev.reeve.internal.sensitive.SensitiveValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Masks sensitive fields in one answer, or all payloads. A field is masked where a schema marks it, and its value
 * wherever it occurs again in the same execution, in texts too. If a definition or a history cannot be read, everything
 * is masked. For one thread at a time. (ADR 60)
 */
final class SensitiveMask implements DocumentMask {

    /** Executions of one answer that are looked up. The texts of further ones are masked. */
    static final int EXECUTIONS_MAX = 100;

    /** Executions may be nested 16 deep. */
    private static final int ANCESTORS_MAX = 20;

    /** Set by the engine on each child: the id of its parent. */
    private static final String PARENT = "reeve.parent";

    private static final Json MASKED = new Json("\"" + SensitiveValues.MASK + "\"");
    private static final Subject PLAIN = new Subject(List.of(), new SensitiveValues(), false);
    private static final Subject UNKNOWN = new Subject(List.of(), new SensitiveValues(), true);

    /** Texts that are names, or that programs read, or by which executions are found: these stay as they are. */
    private static final Set<String> NAMES = Set.of(
            "kind",
            "namespace",
            "workflow",
            "action",
            "signal",
            "agent",
            "node",
            "actor",
            "name",
            "cron",
            "rate",
            "key",
            "limitKey",
            "next");

    /** Texts that may repeat a payload. */
    private static final Set<String> WORDS =
            Set.of("message", "error", "summary", "policy", "exampleMessage", "fingerprint", "reason");

    private final SensitiveMarks.InNamespace marks;
    private final boolean payloads;
    private final @Nullable ExecutionId subject;
    private final Map<ExecutionId, Subject> subjects = new HashMap<>();
    private final Map<ScheduleListDocument.Item, Subject> schedules = new HashMap<>();

    /**
     * @param payloads whether the reader may see payloads without their sensitive fields
     * @param subject the execution that the answer is about, if no document in it has its id
     */
    SensitiveMask(SensitiveMarks.InNamespace marks, boolean payloads, @Nullable ExecutionId subject) {
        this.marks = marks;
        this.payloads = payloads;
        this.subject = subject;
    }

    /**
     * Knowledge about one execution.
     *
     * @param definitions of all versions that it has had
     * @param values at the marked places
     * @param unknown whether these could not be found out
     */
    private record Subject(List<SensitiveDefinition> definitions, SensitiveValues values, boolean unknown) {}

    @Override
    public Json payload(List<Document> owners, String name, Json payload) {
        if (!payloads) {
            return MASKED;
        }
        for (Document owner : owners) {
            if (owner instanceof BulkOrderDocument order) {
                return isMarked(order) ? MASKED : payload;
            }
        }
        Subject found = subjectOf(owners);
        if (found.unknown()) {
            return MASKED;
        }
        Json masked = payload;
        for (SensitiveDefinition definition : found.definitions()) {
            List<SensitivePlace> places = owners.getLast() instanceof ScheduleListDocument.Item
                    ? List.of(definition.input())
                    : SensitivePlaces.of(definition, owners, name);
            for (SensitivePlace place : places) {
                masked = SensitiveJson.masked(masked, place, found.values());
            }
        }
        return SensitiveJson.masked(masked, SensitivePlace.plain(), found.values());
    }

    /** Whether one of the executions that a payload is sent to may be marked. Then all of it is masked. */
    private boolean isMarked(BulkOrderDocument order) {
        String workflow = order.workflow();
        return marks.hasMarks() && (workflow == null || marks.mayMark(workflow));
    }

    @Override
    public String text(List<Document> owners, String name, String text) {
        if (NAMES.contains(name)) {
            return text;
        }
        Subject found = subjectOf(owners);
        return found.unknown() && WORDS.contains(name)
                ? SensitiveValues.MASK
                : found.values().masked(text);
    }

    private Subject subjectOf(List<Document> owners) {
        for (Document owner : owners.reversed()) {
            switch (owner) {
                case ExecutionDocument it -> {
                    return subject(it.id());
                }
                case ExecutionListDocument.Item it -> {
                    return marks.mayMark(it.workflow()) || it.labels().containsKey(PARENT) ? subject(it.id()) : PLAIN;
                }
                case HistoryDocument it -> {
                    return subject(it.execution());
                }
                case ExplanationDocument it -> {
                    return subject(it.execution());
                }
                case ResultDocument it -> {
                    return subject(it.id());
                }
                case InboxDocument.Group it -> {
                    return subject(it.example());
                }
                case ScheduleListDocument.Item it -> {
                    return schedules.computeIfAbsent(it, this::ofSchedule);
                }
                default -> {
                    // a part of one of these, or about no execution
                }
            }
        }
        return subject == null ? PLAIN : subject(subject);
    }

    private Subject ofSchedule(ScheduleListDocument.Item schedule) {
        if (!marks.hasMarks()) {
            return PLAIN;
        }
        Integer version = schedule.version();
        Optional<SensitiveDefinition> definition = marks.of(schedule.workflow(), version == null ? 0 : version);
        if (definition.isEmpty()) {
            return UNKNOWN;
        }
        SensitiveValues values = new SensitiveValues();
        SensitiveJson.collect(schedule.input(), definition.get().input(), values);
        return new Subject(List.of(definition.get()), values, false);
    }

    /** Whether it has looked up as many executions as it may, and masks the texts of all further ones. */
    boolean isFull() {
        return subjects.size() >= EXECUTIONS_MAX;
    }

    private Subject subject(ExecutionId id) {
        if (!marks.hasMarks()) {
            return PLAIN;
        }
        Subject known = subjects.get(id);
        if (known == null) {
            known = subjects.size() < EXECUTIONS_MAX ? read(id) : UNKNOWN;
            subjects.put(id, known);
        }
        return known;
    }

    private Subject read(ExecutionId id) {
        try {
            SensitiveValues values = new SensitiveValues();
            @Nullable List<SensitiveDefinition> own = null;
            @Nullable String next = id.toString();
            for (int i = 0; i < ANCESTORS_MAX && next != null; i++) {
                Optional<Execution> found = marks.reeve().find(ExecutionId.parse(next));
                if (found.isEmpty()) {
                    return UNKNOWN; // such as a parent that was removed before its child
                }
                ExecutionSummary summary = found.get().summary();
                List<SensitiveDefinition> definitions = marks.mayMark(summary.workflow())
                        ? collect(found.get(), summary.workflow(), values)
                        : List.of();
                if (definitions == null) {
                    return UNKNOWN;
                }
                own = own == null ? definitions : own;
                next = summary.labels().get(PARENT);
            }
            return new Subject(own == null ? List.of() : own, values, false);
        } catch (ReeveException e) {
            if (e.code().isTransient()) {
                throw e;
            }
            return UNKNOWN;
        }
    }

    /** Adds the values at marked places of a history. Returns null if a version that it has had is not deployed. */
    private @Nullable List<SensitiveDefinition> collect(Execution execution, String workflow, SensitiveValues into) {
        List<HistoryEntry> history = execution.history();
        Set<Integer> versions = new LinkedHashSet<>();
        for (HistoryEntry entry : history) {
            if (entry.event() instanceof Event.ExecutionStarted started) {
                versions.add(started.version());
            } else if (entry.event() instanceof Event.ExecutionMoved moved) {
                versions.add(moved.version());
            }
        }
        List<SensitiveDefinition> definitions = new ArrayList<>();
        for (int version : versions) {
            Optional<SensitiveDefinition> definition = marks.of(workflow, version);
            if (definition.isEmpty()) {
                return null;
            }
            definitions.add(definition.get());
        }
        String unused = DocumentWriter.write(HistoryDocument.of(execution.id(), history), new DocumentMask() {
            @Override
            public Json payload(List<Document> owners, String name, Json payload) {
                for (SensitiveDefinition definition : definitions) {
                    for (SensitivePlace place : SensitivePlaces.of(definition, owners, name)) {
                        SensitiveJson.collect(payload, place, into);
                    }
                }
                return Json.NULL;
            }

            @Override
            public String text(List<Document> owners, String name, String text) {
                return "";
            }
        });
        return definitions;
    }
}
