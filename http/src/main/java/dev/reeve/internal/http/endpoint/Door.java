package dev.reeve.internal.http.endpoint;

import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.GuardedRecord;
import dev.reeve.internal.access.GuardedReeve;
import dev.reeve.internal.access.Permission;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.ShownBulks;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.internal.sensitive.SensitiveValues;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The engine as the caller of a request may use it. Immutable. */
public final class Door {

    /** The longest long poll. */
    static final Duration WAIT_MAX = Duration.ofSeconds(50);

    private static final String SENT_BACK = "\"" + SensitiveValues.MASK + "\"";

    private final Reeve reeve;
    private final Access access;
    private final AccessRecord record;
    private final SensitiveMarks marks = new SensitiveMarks(System::nanoTime);

    public Door(Reeve reeve, Access access, AccessRecord record) {
        this.reeve = reeve;
        this.access = access;
        this.record = record;
    }

    /** The only way of the endpoints to the engine. */
    Reeve open(Call call) {
        return GuardedReeve.of(
                reeve, access, record, call.caller(), call.request().origin(), call.namespace());
    }

    /** The record as the caller may read it: the calls of one namespace, or of {@link Principal#EVERYWHERE}. */
    GuardedRecord record(Call call) {
        return GuardedRecord.of(access, record, call.caller(), call.request().origin(), call.namespace());
    }

    /** The execution that the path names. */
    Execution execution(Call call) {
        ExecutionId id = id(call);
        return open(call)
                .find(id)
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no execution " + id));
    }

    /** A version of a workflow, for what the server itself finds out about an execution that the caller may see. */
    Optional<Json> definition(String namespace, String workflow, int version) {
        return reeve.namespace(namespace).definition(workflow, version);
    }

    /** The id in the path. */
    static ExecutionId id(Call call) {
        return JsonFields.parsed("id", call.parameter("id"), ExecutionId::parse);
    }

    /** The document, without what the caller may not see: sensitive fields, or all payloads. */
    Answer.Value show(Call call, Document document) {
        return show(call, document, null);
    }

    /**
     * As above.
     *
     * @param subject the execution that it is about, if the document does not have its id
     */
    Answer.Value show(Call call, Document document, @Nullable ExecutionId subject) {
        if (seesAll(call)) {
            return Answer.json(document);
        }
        return Answer.json(200, DocumentWriter.write(document, mask(call, subject)));
    }

    /** Masks texts for one answer; null if the caller sees all of them. */
    @Nullable SensitiveMask mask(Call call) {
        return seesAll(call) ? null : mask(call, null);
    }

    /**
     * The number of steps or executions that a bulk operation would change. A code or a fingerprint that is masked for
     * the caller does not match, as in a search.
     */
    int count(Call call, BulkRequest request) {
        BulkOperations bulks = open(call).bulk();
        List<String> texts = Stream.of(request.code(), request.fingerprint())
                .<String>mapMulti((text, into) -> {
                    if (text != null) {
                        into.accept(text);
                    }
                })
                .toList();
        if (seesAll(call) || texts.isEmpty()) {
            return bulks.count(request);
        }
        if (!(bulks instanceof ShownBulks shown)) {
            throw new IllegalStateException("the engine cannot count what a caller is shown");
        }
        SensitiveMarks.InNamespace known = marks.in(reeve.namespace(call.namespace()));
        return shown.count(request, id -> {
            SensitiveMask mask = new SensitiveMask(known, true, id);
            return texts.stream()
                    .allMatch(text -> mask.text(List.of(), "error", text).equals(text));
        });
    }

    private SensitiveMask mask(Call call, @Nullable ExecutionId subject) {
        boolean payloads = call.caller().may(Permission.SEE_PAYLOADS, call.namespace());
        return new SensitiveMask(marks.in(reeve.namespace(call.namespace())), payloads, subject);
    }

    /** As {@link #show(Call, Document)}, once there is a document. Reads the values to mask on a thread of its own. */
    CompletionStage<Answer.Value> show(Call call, CompletionStage<? extends Document> document) {
        return seesAll(call)
                ? document.thenApply(Answer::json)
                : document.thenApplyAsync(
                        done -> show(call, done),
                        task -> Thread.ofVirtual().name("reeve-answer").start(task));
    }

    /**
     * Data that the caller sends.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the caller sees masked fields, and sends the mask back
     */
    static Json sent(Call call, Json data) {
        if (!seesAll(call) && data.text().contains(SENT_BACK)) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "the data has the text %s, which stands for a value that you may not see: send the value"
                            .formatted(SENT_BACK));
        }
        return data;
    }

    private static boolean seesAll(Call call) {
        return call.caller().may(Permission.SEE_SENSITIVE, call.namespace());
    }

    /** A whole number of the query. */
    static int number(Call call, String name, int otherwise, int min, int max) {
        String text = call.query(name).orElse(null);
        if (text == null) {
            return otherwise;
        }
        int found = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
        if (found < min || found > max) {
            throw HttpException.badRequest("'%s': expected a number from %d to %d".formatted(name, min, max));
        }
        return found;
    }

    /** A number in the path. */
    static int number(Call call, String name) {
        String text = call.parameter(name);
        if (!text.matches("[0-9]{1,9}")) {
            throw HttpException.badRequest("'%s': expected a whole number".formatted(name));
        }
        return Integer.parseInt(text);
    }

    /** The actor that is recorded. */
    static String actor(Call call) {
        return call.caller().name();
    }
}
