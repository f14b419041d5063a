package dev.reeve.internal.http.endpoint;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.document.RecordDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Searches the record of who did what: that of the server that answers. */
final class RecordEndpoint implements Endpoint.Action {

    private static final int PAGE = 100;
    private static final int PAGE_MAX = 1_000;

    private final Door door;

    RecordEndpoint(Door door) {
        this.door = door;
    }

    Endpoint get() {
        return Endpoint.get("/v1/record", Operation.READ_RECORD, this).large();
    }

    /** Decided before the check, so that a refused look at all namespaces counts as any other refused try. */
    @Override
    public String namespace(Call call) {
        return isTrue(call, "everywhere") ? Principal.EVERYWHERE : call.namespace();
    }

    @Override
    public Answer answer(Call call) {
        RecordRange range = new RecordRange(
                instant(call, "from").orElse(Instant.MIN),
                instant(call, "before").orElse(Instant.MAX),
                call.query("cursor").orElse(null),
                Door.number(call, "limit", PAGE, 1, PAGE_MAX));
        Predicate<RecordDocument.Call> wanted = wanted(call);
        return door.record(call)
                .search(range, wanted)
                .map(Answer::json)
                .orElseThrow(() -> ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "this server has no record to search: it writes who did what to the logger dev.reeve.access"));
    }

    private static Predicate<RecordDocument.Call> wanted(Call call) {
        Predicate<RecordDocument.Call> wanted =
                same(call, "who", RecordDocument.Call::who).and(same(call, "workflow", RecordDocument.Call::workflow));
        Optional<String> operation = call.query("operation");
        if (operation.isPresent()) {
            String name = JsonFields.constant("operation", operation.get(), Operation.class)
                    .name();
            wanted = wanted.and(found -> found.operation().equals(name));
        }
        Optional<String> about = call.query("about");
        if (about.isPresent()) {
            String key = about.get();
            ExecutionId id = Subject.id(key);
            String execution = id == null ? "" : id.toString();
            wanted = wanted.and(found -> execution.equals(found.execution()) || key.equals(found.key()));
        }
        return isTrue(call, "refused") ? wanted.and(found -> !found.outcome().equals(RecordDocument.DONE)) : wanted;
    }

    private static Predicate<RecordDocument.Call> same(
            Call call, String name, Function<RecordDocument.Call, @Nullable String> member) {
        Optional<String> value = call.query(name);
        return found -> value.isEmpty() || value.get().equals(member.apply(found));
    }

    private static Optional<Instant> instant(Call call, String name) {
        return call.query(name).map(text -> JsonFields.instant(name, text));
    }

    private static boolean isTrue(Call call, String name) {
        String text = call.query(name).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw HttpException.badRequest("'%s': expected true or false".formatted(name));
        }
        return text.equals("true");
    }
}
