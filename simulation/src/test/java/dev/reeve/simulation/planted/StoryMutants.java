package dev.reeve.simulation.planted;

import java.util.List;
import java.util.Map;

/** What is looked for in stories, by the class of the story. */
final class StoryMutants {

    private static final String ENGINE = "engine/src/main/java/dev/reeve/engine/";
    private static final String STORY = "dev.reeve.simulation.story.";

    private StoryMutants() {}

    static Map<String, List<Mutant>> all() {
        return Map.of(
                "dev.reeve.simulation.schedule.ScheduleStory",
                ScheduleMutants.all(),
                STORY + "LossStory",
                loss(),
                STORY + "ClockStory",
                clock(),
                STORY + "RetentionStory",
                retention(),
                STORY + "OfferStory",
                offers());
    }

    private static List<Mutant> loss() {
        return List.of(
                new Mutant(
                        "who waits for an execution that a failover has taken is never told",
                        "F22",
                        ENGINE + "scheduler/Waiters.java",
                        "                    lost(id);",
                        "                    LOG.debug(\"{}\", id);"),
                new Mutant(
                        "who waits for an execution that only waits itself is told that it is lost",
                        "F22",
                        ENGINE + "scheduler/Waiters.java",
                        "if (row == null) {",
                        "if (row == null || !row.status().isTerminal()) {"));
    }

    private static List<Mutant> clock() {
        return List.of(
                new Mutant(
                        "a jump of the store's clock is believed at once",
                        "I13",
                        ENGINE + "runtime/StoreClock.java",
                        "if (!isConfirmed(next)) {",
                        "if (next.nanos < 0) {"),
                new Mutant(
                        "a jump of the store's clock is never believed",
                        "L1",
                        ENGINE + "runtime/StoreClock.java",
                        "if (!isConfirmed(next)) {",
                        "if (next.nanos >= 0) {"));
    }

    private static List<Mutant> retention() {
        return List.of(
                new Mutant(
                        "removed before its time",
                        "T4",
                        ENGINE + "retention/Remover.java",
                        "Times.minus(clock.now(), shelf.retention)",
                        "Times.minus(clock.now(), shelf.retention.dividedBy(2))"),
                new Mutant(
                        "a child is removed while its parent is open",
                        "C3",
                        ENGINE + "retention/Remover.java",
                        ".filter(row -> !needed.contains(row.id()))",
                        ".filter(row -> !needed.isEmpty() || store.find(row.id()).isPresent())"),
                new Mutant(
                        "what was passed over once is never removed",
                        "L1",
                        ENGINE + "retention/Remover.java",
                        "            shelf.held(after);",
                        "            LOG.debug(\"{}\", after);"));
    }

    private static List<Mutant> offers() {
        return List.of(
                new Mutant(
                        "that nobody offers an action is never told",
                        "L1",
                        ENGINE + "cluster/Offers.java",
                        "if (isDue && !incidents.containsKey(action)) {",
                        "if (left.containsKey(action) && isDue && !incidents.containsKey(action)) {"),
                new Mutant(
                        "an action that is offered again stays an incident",
                        "O5",
                        ENGINE + "cluster/Offers.java",
                        "            return ends;",
                        "            return ends && !isOffered;"));
    }
}
