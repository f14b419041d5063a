package dev.reeve.simulation.check;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.store.OutboxRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Compares the messages in the store with the messages that receivers got. The first deliveries of an execution's
 * messages are in order. A repeated message is identical. In the end all messages have arrived.
 */
public final class Mailroom {

    private static final String RULE = "S10";
    private static final String TYPE = "dev.reeve.execution.";

    /** The messages of one execution, and how many of them have arrived. */
    private static final class Line {
        private final List<OutboxRow> posted = new ArrayList<>();
        private int arrived;
    }

    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final Map<ExecutionId, Line> lines = new LinkedHashMap<>();

    /** @param breach receives the rule and the violation */
    Mailroom(BiConsumer<String, String> breach, Coverage sometimes) {
        this.breach = breach;
        this.sometimes = sometimes;
    }

    /** These messages are in the store, in this order. */
    void posted(List<OutboxRow> messages) {
        messages.forEach(message -> lines.computeIfAbsent(message.execution(), id -> new Line())
                .posted
                .add(message));
    }

    /** A failover has removed these messages from the store. No receiver may have got them (T1). */
    void undone(List<OutboxRow> messages) {
        for (OutboxRow message : messages.reversed()) {
            Line line = Objects.requireNonNull(lines.get(message.execution()));
            line.posted.remove(message);
            if (line.arrived > line.posted.size()) {
                breach.accept(
                        "T1", "%s %s was sent, and then forgotten".formatted(message.execution(), message.type()));
            }
        }
    }

    /** A receiver has accepted the message, independent of the answer that the sender receives. */
    public void arrived(OutgoingMessage message) {
        ExecutionId execution = ExecutionId.parse(String.valueOf(message.subject()));
        Line line = lines.get(execution);
        int place = line == null ? -1 : place(line, message);
        if (line == null || place < 0) {
            breach.accept(RULE, "%s was sent, and is not in the store".formatted(message.id()));
            return;
        }
        OutboxRow posted = line.posted.get(place);
        if (!posted.type().equals(message.type()) || !posted.data().equals(message.data())) {
            breach.accept(RULE, "%s was sent in other words than are in the store".formatted(message.id()));
        }
        if (place > line.arrived) {
            breach.accept(
                    RULE,
                    "%s was sent before %s, which had not arrived"
                            .formatted(
                                    message.id(), line.posted.get(line.arrived).type()));
        } else if (place == line.arrived) {
            line.arrived++;
        } else {
            sometimes.saw(Milestone.MESSAGE_REPEATED);
        }
    }

    private static int place(Line line, OutgoingMessage message) {
        for (int i = 0; i < line.posted.size(); i++) {
            OutboxRow row = line.posted.get(i);
            if (message.id().equals(row.execution() + "." + row.number())) {
                return i;
            }
        }
        return -1;
    }

    /** Whether all messages have arrived. */
    public boolean isSettled() {
        return lines.values().stream().allMatch(line -> line.arrived == line.posted.size());
    }

    /** The missing messages, for people. */
    public String missing() {
        List<String> missing = new ArrayList<>();
        lines.forEach((id, line) -> {
            if (line.arrived < line.posted.size()) {
                missing.add("%s of %s".formatted(line.posted.get(line.arrived).type(), id));
            }
        });
        return missing.toString();
    }

    /** Final check of an execution with a receiver. */
    void atEnd(ExecutionId id, ExecutionStatus status) {
        Line line = lines.getOrDefault(id, new Line());
        List<String> told = line.posted.stream()
                .map(message -> message.type().substring(TYPE.length()))
                .toList();
        boolean first = !told.isEmpty() && told.indexOf("received") == 0 && told.lastIndexOf("received") == 0;
        if (!first || !told.getLast().equals(status.name().toLowerCase(Locale.ROOT))) {
            breach.accept(
                    RULE, "execution %s is %s, and these messages were sent about it: %s".formatted(id, status, told));
        }
        for (int i = 1; i < told.size(); i++) {
            if (told.get(i).equals(told.get(i - 1))) {
                breach.accept(RULE, "execution %s: the same message was sent twice: %s".formatted(id, told));
            }
        }
    }
}
