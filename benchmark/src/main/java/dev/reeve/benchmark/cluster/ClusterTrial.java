package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.member.ClusterBookings;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Cable;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a cluster on one server, for one run.
 *
 * @param directory for the ledgers and the logs; must exist
 */
public record ClusterTrial(PostgresDatabase database, Path directory, Progress progress) {

    /** The directory of the ledgers. */
    public Path ledgers() throws IOException {
        return Files.createDirectories(directory.resolve("ledgers"));
    }

    /** Starts the processes, makes faults under load for this time, ends the processes and checks what happened. */
    public void run(ClusterPlan plan, Duration length, ClusterSchedule schedule, Report report) throws IOException {
        run(ClusterRelease.own(), plan, scene -> scene.makeFaults(length, schedule), report);
    }

    /** Starts processes of a release, plays the script under load, ends the processes and checks what happened. */
    void run(ClusterRelease release, ClusterPlan plan, ClusterScript script, Report report) throws IOException {
        List<ClusterNode> running = new ArrayList<>();
        ClusterBookings.create(database);
        try (ClusterWatch watch = new ClusterWatch(database)) {
            try {
                for (int place = 0; place < plan.nodes() + plan.agents(); place++) {
                    running.add(open(release, plan, place));
                }
                new ClusterRun(plan, running, watch, database, progress).run(script, report);
            } catch (RuntimeException e) {
                progress.say("the logs are in " + directory);
                try {
                    ClusterDiagnosis.write(logs(), running, watch);
                } catch (RuntimeException noDiagnosis) {
                    e.addSuppressed(noDiagnosis); // no process has created the tables, for example
                }
                throw e;
            } finally {
                running.forEach(ClusterNode::close);
            }
        }
    }

    /** Starts a process. */
    ClusterNode open(ClusterRelease release, ClusterPlan plan, int place) throws IOException {
        Cable cable = database.cable();
        return new ClusterNode(release, plan, place, cable, PostgresDatabase.childArguments(cable.port()), logs());
    }

    private Path logs() throws IOException {
        return Files.createDirectories(directory.resolve("logs"));
    }
}
