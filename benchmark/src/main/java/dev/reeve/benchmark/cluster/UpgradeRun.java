package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.cluster.UpgradePlan.Release;
import dev.reeve.benchmark.cluster.UpgradePlan.Stage;
import dev.reeve.benchmark.member.ClusterLedgers;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.Report;
import dev.reeve.spi.store.StoreFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Replaces the processes of a cluster under load by those of another release, one after the other. */
final class UpgradeRun implements ClusterScript {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** All that the use of something new would change. */
    private static final String CONTENT =
            "select 'least format ' || (select least from reeve.compatibility) || ', ' || count(*) || ' definitions' from reeve.workflow";

    private final ClusterTrial trial;
    private final ClusterPlan plan;
    private final Map<Release, ClusterRelease> releases;
    private final List<ClusterFault> faults;
    private final Duration stage;
    private final ClusterLedgers ledgers;
    private final List<Release> now;
    private final Map<String, String> story = new LinkedHashMap<>();
    private int formatOfOld;
    private int refused;

    /**
     * @param faults how the processes end, in turn
     * @param stage how long each mixture works, at least
     */
    UpgradeRun(
            ClusterTrial trial,
            ClusterPlan plan,
            Map<Release, ClusterRelease> releases,
            List<ClusterFault> faults,
            Duration stage) {
        this.trial = trial;
        this.plan = plan;
        this.releases = releases;
        this.faults = faults;
        this.stage = stage;
        this.ledgers = new ClusterLedgers(plan.ledgers());
        this.now = UpgradePlan.begin(plan.nodes());
    }

    private ClusterRelease release(Release release) {
        ClusterRelease found = releases.get(release);
        if (found == null) {
            throw new IllegalStateException("no release " + release);
        }
        return found;
    }

    /** Runs all of it, and adds the figures. */
    void run(Report report) throws IOException {
        Report figures = new Report();
        trial.run(release(Release.OLD), plan, this, figures);
        report.add("formats", "%d and %d".formatted(formatOfOld, StoreFormat.NEWEST));
        report.add("stages", story.size(), "");
        story.forEach(report::add);
        report.addAll(figures);
    }

    @Override
    public void play(ClusterScene scene) throws IOException {
        formatOfOld = formatAt(scene, 0);
        for (int place = 1; place < plan.nodes(); place++) {
            checkFormat(scene, place, formatOfOld);
        }
        boolean refusals = formatOfOld < StoreFormat.NEWEST;
        scene.say("%s: format %d%s"
                .formatted(
                        UpgradePlan.text(now),
                        formatOfOld,
                        refusals ? "" : ", as this release, so there is nothing to refuse"));
        finish(scene, "begin");
        for (Stage next : UpgradePlan.of(plan.nodes(), faults, refusals)) {
            switch (next) {
                case Stage.Replace replace -> finish(scene, replace(scene, replace));
                case Stage.Refuse refuse -> finish(scene, refuse(scene, refuse.release()));
            }
        }
    }

    private String replace(ClusterScene scene, Stage.Replace replace) throws IOException {
        int place = replace.place();
        scene.node(place).use(release(replace.release()));
        ClusterIncident incident = scene.strike(replace.fault(), place);
        now.set(place, replace.release());
        checkFormat(scene, place, replace.release() == Release.OLD ? formatOfOld : StoreFormat.NEWEST);
        return incident.toString();
    }

    /** The newest format that the process at this place knows. */
    private static int formatAt(ClusterScene scene, int place) {
        String identity = scene.watch().identity(scene.node(place).name());
        return Integer.parseInt(scene.watch()
                .texts("select format::text from reeve.node where node = ?", identity)
                .getFirst());
    }

    private static void checkFormat(ClusterScene scene, int place, int expected) {
        int format = formatAt(scene, place);
        CheckFailedException.check(
                format == expected,
                () -> "the process at place %d knows format %d, and not %d".formatted(place, format, expected));
    }

    /** Starts a process that must end by itself, with nothing stored. */
    private String refuse(ClusterScene scene, Release release) throws IOException {
        String before = scene.watch().texts(CONTENT).getFirst();
        List<String> reasons = release == Release.OLD
                ? List.of("format " + StoreFormat.NEWEST, "this one knows " + formatOfOld)
                : List.of(
                        "engine %s "
                                .formatted(scene.node(now.indexOf(Release.OLD)).name()),
                        "cannot read this yet");
        String reason;
        // a place after those of the cluster, which has no callers
        try (ClusterNode node = trial.open(release(release), plan, plan.nodes() + refused)) {
            refused++;
            Pause.until(() -> !node.isAlive() || node.isReady(), PATIENCE);
            CheckFailedException.check(
                    !node.isAlive(), () -> "%s of release %s was not refused".formatted(node.name(), release));
            reason = Files.readAllLines(node.log()).stream()
                    .filter(line -> reasons.stream().allMatch(line::contains))
                    .findFirst()
                    .orElseThrow(() -> new CheckFailedException(
                            "%s ended without saying %s; see %s".formatted(node.name(), reasons, node.log())));
        }
        String after = scene.watch().texts(CONTENT).getFirst();
        CheckFailedException.check(
                before.equals(after), () -> "a refused process changed '%s' to '%s'".formatted(before, after));
        String text = "refused: " + reason.substring(reason.indexOf(": ") + 2);
        scene.say(text);
        return text;
    }

    /** Lets this mixture work for a while, and takes what it did into the story. */
    private void finish(ClusterScene scene, String what) {
        Pause.of(stage);
        List<Ledger.Kind> kinds = new ArrayList<>();
        ledgers.more().forEach(line -> kinds.add(line.entry().kind()));
        long wrong = kinds.stream().filter(kind -> kind == Ledger.Kind.WRONG).count();
        CheckFailedException.check(
                wrong == 0, () -> "%d calls failed while the releases were %s".formatted(wrong, UpgradePlan.text(now)));
        String text = "%s  %5d starts, %5d ends, %5d calls of agents; %s"
                .formatted(
                        UpgradePlan.text(now),
                        kinds.stream()
                                .filter(kind -> kind == Ledger.Kind.ACKNOWLEDGED)
                                .count(),
                        kinds.stream().filter(kind -> kind == Ledger.Kind.ENDED).count(),
                        kinds.stream()
                                .filter(kind -> kind == Ledger.Kind.CALLED)
                                .count(),
                        what);
        story.put("stage%02d".formatted(story.size()), text);
        scene.say(text);
    }
}
