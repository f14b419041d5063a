package dev.reeve.example.orders.harness;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The table at the end of a run. */
final class Summary {

    private final List<Story> stories;
    private final PrintStream out;

    /** @param stories of all orders; at least one */
    Summary(List<Story> stories, PrintStream out) {
        this.stories = stories;
        this.out = out;
    }

    /**
     * @param ended number of orders that ended in this run
     * @param took duration of the run
     */
    void print(int ended, Duration took) {
        Story.Counts counts = stories.stream().map(Story::counts).reduce(Story.Counts.NONE, Story.Counts::plus);
        long escalated = stories.stream()
                .filter(story -> story.counts().escalations() > 0)
                .count();
        long left =
                stories.stream().filter(story -> !story.status().isTerminal()).count();
        out.println();
        share("fulfilled", stories.stream().filter(Story::isFulfilled).count());
        share("undone", stories.stream().filter(Story::isUndone).count());
        reasons();
        row(
                "escalated",
                escalated,
                left == 0 ? "to a person, who got them further" : "to a person; %,d still are".formatted(left));
        row(
                "retries",
                counts.retries(),
                "attempts beyond the first; %,d had no answer in time, %,d died with the engine"
                        .formatted(counts.silent(), counts.lost()));
        row("probes", counts.probes(), "times a service was asked what became of a request");
        row("compensations", counts.compensations(), "steps that were undone");
        double seconds = Math.max(took.toMillis(), 1) / 1e3;
        out.printf("  %-16s %8.1f   orders/s (%,d in %.1f s)%n", "throughput", ended / seconds, ended, seconds);
        latency();
        out.println();
    }

    private void share(String name, long count) {
        out.printf("  %-16s %,8d   %.1f %%%n", name, count, 100.0 * count / Math.max(stories.size(), 1));
    }

    private void row(String name, long count, String meaning) {
        out.printf("  %-16s %,8d   %s%n", name, count, meaning);
    }

    private void reasons() {
        Map<String, Long> reasons = stories.stream()
                .filter(Story::isUndone)
                .collect(Collectors.groupingBy(
                        story -> Objects.requireNonNullElse(story.reason(), "cancelled"), Collectors.counting()));
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(reason -> out.printf("%,27d   %s%n", reason.getValue(), reason.getKey()));
    }

    private void latency() {
        List<Duration> sorted = stories.stream()
                .map(Story::duration)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        if (!sorted.isEmpty()) {
            out.printf(
                    "  %-16s %8s   p50, from acceptance to end%n  %-16s %8s   p99%n",
                    "latency", at(sorted, 50), "", at(sorted, 99));
        }
    }

    /** The percentile: the smallest value that at least {@code percent} percent of the values do not exceed. */
    private static String at(List<Duration> sorted, int percent) {
        int rank = (sorted.size() * percent + 99) / 100;
        long millis = sorted.get(Math.max(rank, 1) - 1).toMillis();
        return millis < 1_000 ? millis + " ms" : "%.1f s".formatted(millis / 1e3);
    }
}
