package dev.reeve.cli.look;

import dev.reeve.InboxGroup;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.HealthDocument;
import dev.reeve.internal.document.InboxDocument;
import dev.reeve.internal.document.LookDocument;
import dev.reeve.internal.document.NodeListDocument;
import dev.reeve.internal.document.ServiceStatusListDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A look as text for people. */
final class TopView {

    private static final int SERVICES_MAX = 20;
    private static final int GROUPS_MAX = 10;
    private static final long MEBIBYTE = 1 << 20;
    private static final double NANOS = 1e9;

    private TopView() {}

    /**
     * @param before the look before, for the rates; null for none
     */
    static Stream<String> of(LookDocument now, @Nullable LookDocument before) {
        List<String> lines = new ArrayList<>();
        lines.add("%s  %s".formatted(now.store(), Text.time(now.at())));
        HealthDocument health = now.health();
        if (health != null) {
            HealthDocument earlier = before == null ? null : before.health();
            lines.add("");
            lines.add(engine(health));
            lines.add(rates(health, earlier, before == null ? Duration.ZERO : Duration.between(before.at(), now.at())));
        }
        lines.add("");
        nodes(now.nodes(), lines);
        ServiceStatusListDocument services = now.services();
        if (services != null) {
            lines.add("");
            services(services.services(), lines);
        }
        lines.add("");
        inbox(now.inbox(), lines);
        return lines.stream();
    }

    private static String engine(HealthDocument health) {
        return "active %,d, swapped out %,d, damaged %,d   memory %,d of %,d MiB   supervisor late by %s   agents %,d"
                .formatted(
                        health.active(),
                        health.swappedOut(),
                        health.quarantined(),
                        health.heldBytes() / MEBIBYTE,
                        health.heldBytesMax() / MEBIBYTE,
                        Text.duration(health.supervisor().lag()),
                        health.agents().size());
    }

    /** Rates need two looks at one engine: counters that fall are those of another one, or of a new start. */
    private static String rates(HealthDocument now, @Nullable HealthDocument before, Duration time) {
        if (before == null || time.isZero() || now.commits() < before.commits()) {
            return "commits and decisions per second: with the next look";
        }
        double seconds = time.toNanos() / NANOS;
        long commits = now.commits() - before.commits();
        long decisions = now.transitions() - before.transitions();
        Duration spent = now.commitTime().minus(before.commitTime());
        return String.format(
                Locale.ROOT,
                "%,.0f commits/s, %,.0f decisions/s%s",
                commits / seconds,
                decisions / seconds,
                commits == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %.1f decisions in a commit, %s for a commit",
                                (double) decisions / commits,
                                Text.duration(spent.dividedBy(commits))));
    }

    private static void nodes(NodeListDocument nodes, List<String> lines) {
        if (nodes.nodes().isEmpty()) {
            lines.add("no engine is registered");
            return;
        }
        lines.add("%-32s %7s %10s %10s  %s".formatted("ENGINE", "SHARDS", "IN FLIGHT", "LATE BY", "OLDEST DUE"));
        for (NodeListDocument.Node node : nodes.nodes()) {
            lines.add("%-32s %7s %10s %10s  %s"
                    .formatted(
                            Text.printable(node.name()),
                            node.owns() || node.shards() > 0 ? String.valueOf(node.shards()) : "-",
                            node.inFlight() == null ? "?" : "%,d".formatted(node.inFlight()),
                            node.lag() == null ? "?" : Text.duration(node.lag()),
                            node.oldestDue() == null ? "-" : Text.time(node.oldestDue())));
        }
    }

    /** Those that need attention come first: stopped ones, and then the longest queues. */
    private static void services(List<ServiceStatusListDocument.Service> services, List<String> lines) {
        if (services.isEmpty()) {
            lines.add("no agent offers an action");
            return;
        }
        lines.add("%-32s %-10s %8s %8s %10s %7s %7s"
                .formatted("ACTION", "STATE", "QUEUED", "RETRIES", "UNDER WAY", "FAILED", "AGENTS"));
        services.stream()
                .sorted(Comparator.comparing(TopView::isCalled)
                        .thenComparing(ServiceStatusListDocument.Service::queued, Comparator.reverseOrder())
                        .thenComparing(ServiceStatusListDocument.Service::action))
                .limit(SERVICES_MAX)
                .forEach(service -> lines.add("%-32s %-10s %8s %8s %10s %7s %7s"
                        .formatted(
                                Text.printable(service.action()),
                                service.state(),
                                "%,d".formatted(service.queued()),
                                "%,d".formatted(service.retries()),
                                service.limit() == null
                                        ? "%,d".formatted(service.underWay())
                                        : "%,d of %,d".formatted(service.underWay(), service.limit()),
                                service.failurePercent() + " %",
                                "%,d".formatted(service.agents()))));
        if (services.size() > SERVICES_MAX) {
            lines.add("and %,d more".formatted(services.size() - SERVICES_MAX));
        }
    }

    private static boolean isCalled(ServiceStatusListDocument.Service service) {
        return switch (service.state()) {
            case CLOSED -> true;
            default -> false;
        };
    }

    private static void inbox(InboxDocument inbox, List<String> lines) {
        List<InboxGroup> groups = inbox.inbox().groups();
        lines.add(
                inbox.inbox().executions() == 0
                        ? "no execution needs a person"
                        : "%,d executions need a person".formatted(inbox.inbox().executions()));
        groups.stream()
                .limit(GROUPS_MAX)
                .forEach(group -> lines.add("  %,d × %s failed with %s %s, the oldest since %s"
                        .formatted(
                                group.steps(),
                                Text.printable(group.action()),
                                group.cause(),
                                Text.printable(group.code()),
                                Text.time(group.oldest()))));
        inbox.inbox().unoffered().forEach(action -> lines.add("  " + Text.printable(action.toString())));
    }
}
