package dev.reeve.internal.http.endpoint;

import dev.reeve.DeployedVersion;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.internal.sensitive.SensitiveDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sensitive places of all deployed definitions. Thread-safe. */
final class SensitiveMarks {

    /** Definitions and namespaces that are remembered; then all of them are read anew. */
    private static final int KNOWN_MAX = 1_000;

    /** The definitions of jobs, which have no schemas. */
    private static final String JOBS = "reeve_job_";

    /** Other definitions of Reeve's: executions of these work on others, and carry their data. */
    private static final String OWN = "reeve_";

    /** A version that was removed and deployed with other marks is noticed after this time. */
    private static final long SCAN_NANOS = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanos;
    private final Map<Json, SensitiveDefinition> known = new ConcurrentHashMap<>();
    private final Map<String, Scan> scans = new ConcurrentHashMap<>();

    /**
     * @param nanos the monotonic clock
     */
    SensitiveMarks(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether any of these versions of one namespace has marks, and when that was found out. */
    private record Scan(List<DeployedVersion> deployed, boolean marks, long nanos) {}

    /** The marks in one namespace. */
    InNamespace in(Reeve reeve) {
        return new InNamespace(reeve);
    }

    /** The workflow that a group belongs to: {@code order} for {@code order.ship}. */
    private static String whole(String workflow) {
        int dot = workflow.indexOf('.');
        return dot < 0 ? workflow : workflow.substring(0, dot);
    }

    private boolean hasMarks(String namespace, List<DeployedVersion> deployed, Predicate<DeployedVersion> marks) {
        long now = nanos.getAsLong();
        Scan scan = scans.get(namespace);
        if (scan == null || now - scan.nanos() > SCAN_NANOS || !scan.deployed().equals(deployed)) {
            scan = new Scan(deployed, deployed.stream().anyMatch(marks), now);
            if (scans.size() >= KNOWN_MAX) {
                scans.clear();
            }
            scans.put(namespace, scan);
        }
        return scan.marks();
    }

    private SensitiveDefinition of(Json definition) {
        SensitiveDefinition marks = known.get(definition);
        if (marks == null) {
            marks = SensitiveDefinition.of(definition);
            if (known.size() >= KNOWN_MAX) {
                known.clear();
            }
            known.put(definition, marks);
        }
        return marks;
    }

    /** The marks in one namespace. For one answer, and one thread at a time. */
    final class InNamespace {

        private final Reeve reeve;
        private @Nullable List<DeployedVersion> deployed;

        private InNamespace(Reeve reeve) {
            this.reeve = reeve;
        }

        Reeve reeve() {
            return reeve;
        }

        /** The marks of a version, or of the highest one for 0, or of a group of it; empty if it is not deployed. */
        Optional<SensitiveDefinition> of(String workflow, int version) {
            if (workflow.startsWith(JOBS)) {
                return Optional.of(SensitiveDefinition.PLAIN);
            }
            if (workflow.startsWith(OWN)) {
                return Optional.empty();
            }
            Optional<SensitiveDefinition> whole =
                    reeve.definition(whole(workflow), version).map(SensitiveMarks.this::of);
            int dot = workflow.indexOf('.');
            return dot < 0 ? whole : whole.map(marks -> marks.group(workflow.substring(dot + 1)));
        }

        /** Whether a version of the workflow has marks, or none is deployed, so that this is not known. */
        boolean mayMark(String workflow) {
            if (workflow.startsWith(JOBS)) {
                return false;
            }
            if (workflow.startsWith(OWN)) {
                return hasMarks();
            }
            List<DeployedVersion> versions = deployed().stream()
                    .filter(each -> each.workflow().equals(whole(workflow)))
                    .toList();
            return versions.isEmpty() || versions.stream().anyMatch(this::marks);
        }

        /** Whether any deployed version has marks. A version is only removed after its last execution. */
        boolean hasMarks() {
            return SensitiveMarks.this.hasMarks(reeve.namespace(), deployed(), this::marks);
        }

        private boolean marks(DeployedVersion version) {
            return !of(version.workflow(), version.version())
                    .orElse(SensitiveDefinition.PLAIN)
                    .isPlain();
        }

        private List<DeployedVersion> deployed() {
            List<DeployedVersion> all = deployed;
            if (all == null) {
                all = reeve.definitions();
                deployed = all;
            }
            return all;
        }
    }
}
