package dev.reeve.internal.store;

import dev.reeve.ExecutionId;
import dev.reeve.UndeliverableMessage;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.WaitingReceiver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Outgoing messages, in memory. Injects no faults and answers immediately. Not thread-safe. */
final class ModelOutbox implements Outbox {

    private static final Comparator<OutboxEntry> LONGEST_FIRST = Comparator.comparing(OutboxEntry::since)
            .thenComparing(entry -> entry.message().execution());

    /**
     * A message, and when it may be sent.
     *
     * @param nextAt null once delivery was given up
     */
    private record OutboxEntry(
            OutboxRow message,
            Instant since,
            int attempts,
            @Nullable Instant nextAt,
            @Nullable String error) {

        boolean isDue(Instant now) {
            return nextAt != null && !nextAt.isAfter(now);
        }

        OutboxEntry next(@Nullable Instant at) {
            return new OutboxEntry(message, since, attempts, at, error);
        }
    }

    private final NavigableMap<ExecutionId, NavigableMap<Integer, OutboxEntry>> entries = new TreeMap<>();

    /** Whether messages about this execution are still to be sent. */
    boolean isAbout(ExecutionId id) {
        return entries.containsKey(id);
    }

    void add(List<OutboxRow> messages) {
        for (OutboxRow message : messages) {
            entries.computeIfAbsent(message.execution(), id -> new TreeMap<>())
                    .put(message.number(), new OutboxEntry(message, message.at(), 0, message.at(), null));
        }
    }

    /** Undoes {@link #add}. */
    void remove(List<OutboxRow> messages) {
        for (OutboxRow message : messages) {
            NavigableMap<Integer, OutboxEntry> of = entries.get(message.execution());
            if (of != null) {
                of.remove(message.number());
                if (of.isEmpty()) {
                    entries.remove(message.execution());
                }
            }
        }
    }

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        NavigableMap<String, Instant> found = new TreeMap<>();
        entries.values()
                .forEach(messages -> messages.values().forEach(entry -> {
                    Instant nextAt = entry.nextAt();
                    if (nextAt != null) {
                        found.merge(entry.message().receiver(), nextAt, (a, b) -> a.isBefore(b) ? a : b);
                    }
                }));
        return found.tailMap(after == null ? "" : after, false).entrySet().stream()
                .limit(limit)
                .map(entry -> new WaitingReceiver(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        List<OutboxEntry> due = entries.values().stream()
                .flatMap(messages -> messages.values().stream())
                .filter(entry -> entry.isDue(now) && entry.message().receiver().equals(receiver))
                .sorted(LONGEST_FIRST)
                .limit(limit)
                .toList();
        List<ClaimedMessage> claimed = new ArrayList<>();
        for (ExecutionId id : due.stream()
                .map(entry -> entry.message().execution())
                .distinct()
                .toList()) {
            NavigableMap<Integer, OutboxEntry> messages = entries.get(id);
            if (messages == null) {
                continue;
            }
            OutboxEntry head = messages.firstEntry().getValue();
            Instant nextAt = head.isDue(now) ? until : head.nextAt();
            messages.replaceAll((number, entry) -> entry.next(nextAt));
            if (head.isDue(now)) {
                claimed.add(new ClaimedMessage(head.message(), head.since(), head.attempts(), until));
            }
        }
        return claimed;
    }

    @Override
    public void settle(List<Settlement> settlements) {
        for (Settlement settlement : settlements) {
            NavigableMap<Integer, OutboxEntry> messages = entries.get(settlement.execution());
            OutboxEntry entry = messages == null ? null : messages.get(settlement.number());
            if (messages == null || entry == null) {
                continue;
            }
            if (settlement.isDelivered()) {
                messages.remove(settlement.number());
            } else if (settlement.claimedUntil().equals(entry.nextAt())) {
                messages.put(
                        settlement.number(),
                        new OutboxEntry(
                                entry.message(),
                                entry.since(),
                                entry.attempts() + 1,
                                settlement.nextAt(),
                                settlement.error()));
            } else {
                continue;
            }
            messages.tailMap(settlement.number(), false)
                    .replaceAll((number, behind) -> behind.next(settlement.nextAt()));
            if (messages.isEmpty()) {
                entries.remove(settlement.execution());
            }
        }
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        NavigableMap<Integer, OutboxEntry> messages = entries.getOrDefault(execution, new TreeMap<>());
        int before = (int) messages.values().stream()
                .filter(entry -> entry.nextAt() == null)
                .count();
        messages.replaceAll((number, entry) ->
                entry.nextAt() == null ? new OutboxEntry(entry.message(), now, 0, now, null) : entry);
        return before;
    }

    List<UndeliverableMessage> undeliverable(int limit) {
        return entries.values().stream()
                .flatMap(messages -> messages.values().stream())
                .filter(entry -> entry.nextAt() == null && entry.attempts() > 0)
                .sorted(LONGEST_FIRST)
                .limit(limit)
                .map(entry -> new UndeliverableMessage(
                        entry.message().execution(),
                        entry.message().number(),
                        entry.message().at(),
                        entry.message().replyTo(),
                        entry.message().type(),
                        entry.attempts(),
                        entry.error() == null ? "" : entry.error()))
                .toList();
    }
}
