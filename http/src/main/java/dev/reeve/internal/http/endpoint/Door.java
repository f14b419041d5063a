package dev.reeve.internal.http.endpoint;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.GuardedReeve;
import dev.reeve.internal.access.Permission;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import java.time.Duration;

/** The engine as the caller of a request may use it. Immutable. */
public final class Door {

    /** The longest long poll. */
    static final Duration WAIT_MAX = Duration.ofSeconds(50);

    private final Reeve reeve;
    private final Access access;
    private final AccessRecord record;

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

    /** The execution that the path names. */
    Execution execution(Call call) {
        ExecutionId id = id(call);
        return open(call)
                .find(id)
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no execution " + id));
    }

    /** The id in the path. */
    static ExecutionId id(Call call) {
        return JsonFields.parsed("id", call.parameter("id"), ExecutionId::parse);
    }

    /** The document, without payloads if the caller may not see them. */
    static Answer.Value show(Call call, Document document) {
        return call.caller().may(Permission.SEE_PAYLOADS, call.namespace())
                ? Answer.json(document)
                : Answer.json(200, DocumentWriter.writeMasked(document));
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
