package dev.reeve.example.orders;

import dev.reeve.example.orders.service.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A service's ledger, added up for the audit. Immutable. */
final class Book {

    private long done;
    private long undone;
    private final Map<String, Entry> effects = new HashMap<>();
    private final Map<String, Long> net = new HashMap<>();

    /**
     * @param action that adds, for example {@code charge}
     * @param opposite that takes away, for example {@code refund}; empty if there is none
     */
    Book(List<Entry> ledger, String action, String opposite) {
        for (Entry entry : ledger) {
            if (entry.action().equals(action)) {
                done += entry.amount();
                effects.put(entry.orderId(), entry);
                net.merge(entry.orderId(), entry.amount(), Long::sum);
            } else if (entry.action().equals(opposite)) {
                undone += entry.amount();
                net.merge(entry.orderId(), -entry.amount(), Long::sum);
            }
        }
    }

    /** How much was done. */
    long done() {
        return done;
    }

    /** How much of it was taken back. */
    long undone() {
        return undone;
    }

    /** The entries that did it, by order. */
    Map<String, Entry> effects() {
        return effects;
    }

    /**
     * What is left that should not be, and what is missing.
     *
     * @param expected for an order that was fulfilled; nothing is to be left of others
     */
    List<String> differences(List<Story> stories, ToLongFunction<Order> expected) {
        return stories.stream()
                .map(story -> difference(story, story.isFulfilled() ? expected.applyAsLong(story.order()) : 0))
                .filter(difference -> !difference.isEmpty())
                .toList();
    }

    /** The differences of all orders, and that of the sum. */
    List<String> balance(List<Story> stories, ToLongFunction<Order> expected) {
        long sum = stories.stream()
                .filter(Story::isFulfilled)
                .mapToLong(story -> expected.applyAsLong(story.order()))
                .sum();
        List<String> findings = new ArrayList<>(differences(stories, expected));
        if (done - undone != sum) {
            findings.add("in all: expected %,d, found %,d".formatted(sum, done - undone));
        }
        return findings;
    }

    private String difference(Story story, long expected) {
        String orderId = story.order().orderId();
        long found = net.getOrDefault(orderId, 0L);
        return found == expected
                ? ""
                : "order %s (%s): expected %,d, found %,d".formatted(orderId, story.status(), expected, found);
    }
}
