package dev.reeve.simulation.story;

import dev.reeve.AuditOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a workflow are removed and deployed again while executions begin with them, are moved between them and
 * are begun by others; and the store does not always say whether it has removed one. Every history can be read, nobody
 * is refused because of a removal that was refused, and in the end what is deployed is offered.
 */
public final class UndeployStory {

    private static final Duration BUSY = Duration.ofMinutes(2);

    /** Until the engine has asked the store again. */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(30);

    /** The parts of one removal are as close together as commits. */
    private static final Duration CLOSE = Duration.ofMillis(6);

    private static final int VERSIONS = 4;

    /** Several, so that one of them decides while a removal waits for another. */
    private static final NodeOptions OPTIONS =
            NodeOptions.defaults().withLanes(3).withDrain(Duration.ofSeconds(1)).withAudit(AuditOptions.OFF);

    private final Stage stage;
    private final List<ExecutionId> executions = new ArrayList<>();

    /** The versions in the store; a version that is deployed again has another time. */
    private final Set<Integer> deployed = new TreeSet<>();

    private final Set<Integer> inDoubt = new HashSet<>();

    /** How often a version was removed. */
    private final int[] removals = new int[VERSIONS + 1];

    private boolean away;
    private int startsBefore;

    private UndeployStory(long seed) {
        stage = new Stage(seed, OPTIONS, this::around);
    }

    public static List<String> run(long seed) {
        return new UndeployStory(seed).tell();
    }

    private static String report(int version) {
        return "workflow: report\nversion: %d\nsteps: { sleep: { wait: 1h } }\n".formatted(version);
    }

    private List<String> tell() {
        for (int version = 1; version <= VERSIONS; version++) {
            deploy(version);
        }
        stage.deploy("workflow: parent\nversion: 1\nsteps: { part: { workflow: report } }\n");
        int scenes = 6 + stage.random.nextInt(10);
        for (int i = 0; i < scenes; i++) {
            Duration when = Duration.ofSeconds(1).plus(stage.upTo(BUSY));
            int version = 1 + stage.random.nextInt(VERSIONS);
            stage.at(when, () -> undeploy(version));
            int others = stage.random.nextInt(6);
            for (int j = 0; j < others; j++) {
                stage.at(when.minus(CLOSE.dividedBy(2)).plus(stage.upTo(CLOSE)), other(version));
            }
            stage.at(when.plus(stage.upTo(SETTLED_WITHIN)), () -> away = false);
            if (stage.random.nextBoolean()) {
                stage.at(when.plus(stage.upTo(SETTLED_WITHIN)), other(version));
            }
            stage.at(when.plus(SETTLED_WITHIN).plus(stage.upTo(BUSY)), () -> {
                if (!deployed.contains(version)) {
                    deploy(version);
                }
            });
        }
        Duration end = BUSY.multipliedBy(2).plus(SETTLED_WITHIN.multipliedBy(3));
        stage.at(end.minus(SETTLED_WITHIN), () -> {
            away = false;
            inDoubt.clear();
        });
        stage.at(end, this::judge);
        return stage.play(end.plusSeconds(5));
    }

    /** The events beside a removal. */
    private Runnable other(int version) {
        return switch (stage.random.nextInt(4)) {
            case 0 -> () -> start("report", version);
            case 1 -> () -> start("report", 0);
            case 2 -> () -> start("parent", 0);
            default -> {
                int to = 1 + stage.random.nextInt(VERSIONS);
                yield () -> startAndMove(version, to);
            }
        };
    }

    private void deploy(int version) {
        try {
            stage.deploy(report(version));
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.STORE_UNAVAILABLE) {
                stage.breach("version %d is not deployed: %s".formatted(version, e));
            }
        }
    }

    private void undeploy(int version) {
        try {
            var unused = stage.node
                    .reeve()
                    .actingAs("ann")
                    .undeployAsync("report", version, "old")
                    .whenComplete((gone, error) -> judgeRemoval(version, error));
        } catch (ReeveException e) {
            judgeRemoval(version, e);
        }
    }

    private void judgeRemoval(int version, @Nullable Throwable error) {
        if (error == null && deployed.contains(version)) {
            stage.breach("version %d was undeployed, and is in the store".formatted(version));
        }
        Set<ErrorCode> expected = Set.of(ErrorCode.REFUSED, ErrorCode.STORE_UNAVAILABLE, ErrorCode.WORKFLOW_UNKNOWN);
        if (error != null && !expected.contains(code(error))) {
            stage.breach("version %d is not undeployed: %s".formatted(version, error));
        }
    }

    private static @Nullable ErrorCode code(Throwable error) {
        Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
        return cause instanceof ReeveException e ? e.code() : null;
    }

    /** @param version 0 for the highest */
    private @Nullable CompletionStage<ExecutionId> start(String workflow, int version) {
        int before = removals[version];
        Start how = version == 0 ? Start.plain() : Start.plain().version(version);
        try {
            return stage.node
                    .reeve()
                    .startAsync(workflow, Json.EMPTY_OBJECT, how)
                    .thenApply(execution -> {
                        executions.add(execution.id());
                        return execution.id();
                    })
                    .whenComplete((id, error) -> judgeStart(version, before, error));
        } catch (ReeveException e) {
            judgeStart(version, before, e);
            return null;
        }
    }

    private void judgeStart(int version, int removalsBefore, @Nullable Throwable error) {
        if (error == null) {
            return;
        }
        boolean excused = version == 0
                // the highest was found, and removed before the start came to its lane
                ? !inDoubt.isEmpty() || deployed.size() < VERSIONS
                : inDoubt.contains(version) || !deployed.contains(version) || removals[version] > removalsBefore;
        if (code(error) != ErrorCode.WORKFLOW_UNKNOWN || !excused) {
            stage.breach("version %d, which is there, is not started: %s".formatted(version, error));
        }
    }

    private void startAndMove(int from, int to) {
        CompletionStage<ExecutionId> started = start("report", from);
        if (started != null) {
            var unused = started.thenAccept(id -> stage.node
                    .node()
                    .definitions()
                    .find("default", "report", to)
                    .ifPresent(plan -> stage.node.node().lanes().ask(id, new Command.Move(plan, "ann", "better"))));
        }
    }

    /** In the end nobody removes anything any more. */
    private void judge() {
        judgeHistories();
        startsBefore = executions.size();
        deployed.forEach(version -> start("report", version));
        stage.at(Duration.ofNanos(stage.timeline.nanos()).plusSeconds(3), () -> {
            if (executions.size() - startsBefore != deployed.size()) {
                stage.breach("of %s, which are in the store, %d start"
                        .formatted(deployed, executions.size() - startsBefore));
            }
        });
    }

    private void judgeHistories() {
        for (ExecutionRow row : stage.database.executions("default")) {
            stage.database.journal(row.id()).stream()
                    .flatMap(journal -> EventCodec.read(journal.events()).stream())
                    .forEach(event -> judge(row, event));
        }
    }

    private void judge(ExecutionRow row, Event event) {
        int version = event instanceof Event.ExecutionStarted started
                ? started.version()
                : event instanceof Event.ExecutionMoved moved ? moved.version() : 0;
        if (version > 0 && row.workflow().equals("report") && !deployed.contains(version)) {
            stage.breach(
                    "execution %s cannot be read: it was on version %d, which is gone".formatted(row.id(), version));
        }
        if (event instanceof Event.AttemptFailed failed
                && Arrays.stream(removals).sum() == 0
                && inDoubt.isEmpty()) {
            stage.breach("a step of %s found no version, and none was ever gone: %s".formatted(row.id(), failed));
        }
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> switch (method) {
            case "deploy" -> deploy(real, (StoredWorkflow) arguments[0]);
            case "undeploy" -> undeploy(real, (Undeployment) arguments[0]);
            case "isDeployed" -> {
                if (away) {
                    throw away();
                }
                yield null;
            }
            default -> null;
        });
    }

    private StoredWorkflow deploy(Store real, StoredWorkflow wanted) {
        StoredWorkflow known = real.deploy(wanted);
        if (known.name().equals("report")) {
            deployed.add(known.version());
        }
        return known;
    }

    private Undeployment.Pinned undeploy(Store real, Undeployment wanted) {
        int trouble = stage.random.nextInt(4);
        int version = wanted.version();
        if (trouble < 2) {
            away = stage.random.nextBoolean();
            inDoubt.add(version);
        }
        if (trouble == 0) {
            throw away();
        }
        Undeployment.Pinned pinned = real.undeploy(wanted);
        if (pinned.isNone() && deployed.remove(version)) {
            removals[version]++;
            for (Duration later : List.of(Duration.ofMillis(500), SETTLED_WITHIN)) {
                stage.at(Duration.ofNanos(stage.timeline.nanos()).plus(later), this::judgeHistories);
            }
        }
        if (trouble == 1) {
            throw away();
        }
        return pinned;
    }

    private static StoreException away() {
        return new StoreException(StoreException.Kind.UNAVAILABLE, "the connection broke (made up)", null);
    }
}
