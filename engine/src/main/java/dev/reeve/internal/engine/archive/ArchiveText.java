package dev.reeve.internal.engine.archive;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredWorkflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes executions as JSON Lines, which can be read without Reeve. The first line describes the content. One line for
 * each definition precedes its first execution. One line follows for each execution, with its complete history. The
 * last line has the number of executions and the SHA-256 of all bytes before that line. For one thread. Neither flushes
 * nor closes the stream.
 */
public final class ArchiveText {

    private static final int FORMAT = 1;

    private static final String EXECUTION = "{\"type\":\"execution\",\"id\":\"";

    /** The length of the beginning of a line that identifies its execution. */
    private static final int HEAD = EXECUTION.length() + 37;

    private static final Pattern ID = Pattern.compile(Pattern.quote(EXECUTION) + "([0-9a-f-]{36})\"");

    private final OutputStream out;
    private final MessageDigest digest = sha256();
    private long executions;

    /**
     * @param about describes the content, for people
     */
    public ArchiveText(OutputStream out, String about) throws IOException {
        this.out = out;
        line(object("archive", Map.of("format", FORMAT, "about", about)));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Writes a definition. Call it before the first of its executions. */
    public void definition(StoredWorkflow workflow) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("namespace", workflow.namespace());
        members.put("workflow", workflow.name());
        members.put("version", workflow.version());
        String head = object("definition", members);
        line(open(head) + ",\"content\":" + oneLine(workflow.content().text()) + "}");
    }

    /** Writes an execution with its complete history. */
    public void execution(ExecutionRow row, List<JournalRow> journal) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("namespace", row.namespace());
        members.put("key", row.key());
        members.put("workflow", row.workflow());
        members.put("version", row.version());
        members.put("status", row.status().name());
        members.put("priority", row.priority());
        members.put("labels", row.labels());
        members.put("startedAt", row.startedAt().toString());
        Instant endedAt = row.endedAt();
        members.put("endedAt", endedAt == null ? null : endedAt.toString());
        members.put("error", row.error());
        String text = Json.of(members).text();
        // In pieces, because a history may be as large as the memory permits.
        write(EXECUTION + row.id() + "\"," + text.substring(1, text.length() - 1) + ",\"journal\":[");
        String separator = "";
        for (JournalRow entry : journal) {
            write(separator + "{\"seq\":" + entry.seq() + ",\"at\":\"" + entry.at() + "\",\"events\":");
            write(oneLine(entry.events()));
            separator = "},";
        }
        line(journal.isEmpty() ? "]}" : "}]}");
        executions++;
    }

    /** Writes the last line. */
    public void end() throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("executions", executions);
        members.put("sha256", HexFormat.of().formatHex(digest.digest()));
        line(object("end", members));
    }

    public long executions() {
        return executions;
    }

    private static String object(String type, Map<String, ?> members) {
        String text = Json.of(members).text();
        return "{\"type\":\"" + type + "\"," + text.substring(1);
    }

    private static String open(String object) {
        return object.substring(0, object.length() - 1);
    }

    /** Raw line breaks in JSON occur only between values. */
    private static String oneLine(String json) {
        return json.replace('\n', ' ').replace('\r', ' ');
    }

    private void line(String text) throws IOException {
        write(text);
        write("\n");
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(bytes);
        out.write(bytes);
    }

    /** The executions in such a text. Reads only the beginning of each line, because a line may exceed the memory. */
    static List<ExecutionId> ids(InputStream in) throws IOException {
        List<ExecutionId> ids = new ArrayList<>();
        byte[] buffer = new byte[1 << 13];
        byte[] head = new byte[HEAD];
        int length = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    length = 0;
                } else if (length < HEAD) {
                    head[length++] = buffer[i];
                    if (length == HEAD) {
                        id(new String(head, StandardCharsets.UTF_8)).ifPresent(ids::add);
                    }
                }
            }
        }
        return ids;
    }

    private static Optional<ExecutionId> id(String head) {
        Matcher execution = ID.matcher(head);
        return execution.matches() ? Optional.of(ExecutionId.parse(execution.group(1))) : Optional.empty();
    }
}
