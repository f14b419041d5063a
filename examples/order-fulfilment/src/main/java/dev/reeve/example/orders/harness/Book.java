package dev.reeve.example.orders.harness;

import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Totals of a service's ledger, for the audit. Immutable. */
final class Book {

    private long done;
    private long undone;
    private final Map<String, Entry> effects = new HashMap<>();
    private final Map<String, Long> net = new HashMap<>();

    /**
     * @param action that adds, for example {@code charge}
     * @param opposite that subtracts, for example {@code refund}; empty if there is none
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

    /** Total done. */
    long done() {
        return done;
    }

    /** Total undone. */
    long undone() {
        return undone;
    }

    /** The entries of the action, by order. */
    Map<String, Entry> effects() {
        return effects;
    }

    /**
     * Surplus and missing effects.
     *
     * @param expected total of a fulfilled order; for all other orders, zero is expected
     */
    List<String> differences(List<Story> stories, ToLongFunction<Order> expected) {
        return stories.stream()
                .map(story -> difference(story, story.isFulfilled() ? expected.applyAsLong(story.order()) : 0))
                .filter(difference -> !difference.isEmpty())
                .toList();
    }

    /** The differences of all orders, and of the sum. */
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
