package dev.reeve.benchmark.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The stages of a rolling upgrade: forwards, back, forwards again, and then something new is used, so that there is no
 * way back.
 */
final class UpgradePlan {

    /** The role of a process. */
    enum Release {
        /** The earlier release. */
        OLD,
        /** This release. Uses nothing that the earlier one does not know. */
        NEW,
        /** This release. Uses all that it knows. */
        USING
    }

    /** One change of the cluster, or one attempt at it. */
    sealed interface Stage {

        /** Replaces the process at a place. */
        record Replace(int place, Release release, ClusterFault fault) implements Stage {}

        /** Starts a process that must be refused, beside the others. */
        record Refuse(Release release) implements Stage {}
    }

    private final int nodes;
    private final List<ClusterFault> faults;
    private final List<Stage> stages = new ArrayList<>();
    private int replaced;

    private UpgradePlan(int nodes, List<ClusterFault> faults) {
        this.nodes = nodes;
        this.faults = faults;
    }

    /**
     * The stages of a cluster that begins with the earlier release at all places.
     *
     * @param faults how the processes end, in turn
     * @param refusals whether the earlier release lacks something that can be used
     */
    static List<Stage> of(int nodes, List<ClusterFault> faults, boolean refusals) {
        UpgradePlan plan = new UpgradePlan(nodes, faults);
        plan.forwards(refusals);
        plan.replaceAll(Release.OLD, 0);
        plan.forwards(refusals);
        plan.replaceAll(Release.USING, 0);
        if (refusals) {
            plan.stages.add(new Stage.Refuse(Release.OLD));
        }
        return plan.stages;
    }

    /** Before the last process is replaced, the use of what only this release knows is refused. */
    private void forwards(boolean refusals) {
        replaceAll(Release.NEW, 1);
        if (refusals) {
            stages.add(new Stage.Refuse(Release.USING));
        }
        replace(nodes - 1, Release.NEW);
    }

    /** @param left number of places that are left out */
    private void replaceAll(Release release, int left) {
        for (int place = 0; place < nodes - left; place++) {
            replace(place, release);
        }
    }

    private void replace(int place, Release release) {
        stages.add(new Stage.Replace(place, release, faults.get(replaced % faults.size())));
        replaced++;
    }

    /** The releases at all places at the beginning. */
    static List<Release> begin(int nodes) {
        return new ArrayList<>(Collections.nCopies(nodes, Release.OLD));
    }

    static String text(List<Release> releases) {
        return releases.stream()
                .map(release -> "%-5s".formatted(release.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(" "));
    }
}
