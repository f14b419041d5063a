package dev.reeve.simulation.story;

import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a workflow are deployed and removed in any order, some of them with a schedule. The schedule is always
 * that of the highest version that is deployed, also if another engine deploys one at the same time. One that a program
 * has put stays as it is.
 */
public final class OwnScheduleStory {

    private static final String NAME = "report";
    private static final int VERSIONS = 6;
    private static final int MOVES = 30;
    private static final Duration PERIOD_OF_PROGRAM = Duration.ofDays(100);

    private final Stage stage;
    private final SplittableRandom random;
    private final TreeSet<Integer> deployed = new TreeSet<>();
    private boolean isOfProgram;

    /** The version that another engine deploys while this one does; 0 for none. */
    private int disturbing;

    private OwnScheduleStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::disturbed);
        random = new SplittableRandom(seed);
    }

    public static List<String> run(long seed) {
        return new OwnScheduleStory(seed).tell();
    }

    private List<String> tell() {
        for (int i = 0; i < MOVES; i++) {
            int lot = random.nextInt(10);
            int version = 1 + random.nextInt(VERSIONS);
            int other = random.nextInt(3) == 0 ? 1 + random.nextInt(VERSIONS) : 0;
            stage.at(Duration.ofSeconds(10L * i), () -> {
                disturbing = other;
                switch (lot) {
                    case 0 -> program();
                    case 1, 2, 3 -> remove();
                    default -> deploy(version);
                }
            });
            stage.at(Duration.ofSeconds(10L * i + 5), this::check);
        }
        return stage.play(Duration.ofSeconds(10L * MOVES + 10));
    }

    /** The days between two times of a version; 0 without a schedule. */
    private static int days(int version) {
        return version % 3 == 0 ? 0 : version;
    }

    private static String text(int version) {
        return "workflow: %s\nversion: %d\n%ssteps: { print: { action: report.print } }"
                .formatted(
                        NAME, version, days(version) == 0 ? "" : "schedule: { every: %dd }\n".formatted(days(version)));
    }

    private void deploy(int version) {
        boolean isHighest = deployed.isEmpty() || version > deployed.last();
        boolean isRefused = isOfProgram && isHighest && days(version) > 0;
        try {
            stage.deploy(text(version));
            deployed.add(version);
            if (isRefused) {
                stage.breach("version %d took the schedule of a program".formatted(version));
            }
        } catch (ReeveException e) {
            if (!isRefused) {
                stage.breach("version %d was refused: %s".formatted(version, e.getMessage()));
            }
        }
    }

    /** Another engine stores its version right before this one stores its own. */
    private Store disturbed(Store store) {
        return new ForwardingStore(store) {
            @Override
            public StoredWorkflow deploy(StoredWorkflow workflow) {
                other(store);
                return super.deploy(workflow);
            }

            @Override
            public Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
                other(store);
                return super.deploy(workflow, edit);
            }
        };
    }

    private void other(Store store) {
        int version = disturbing;
        disturbing = 0;
        if (version == 0 || isOfProgram) {
            return;
        }
        Definition workflow = DefinitionReader.parse(text(version));
        StoredWorkflow text = new StoredWorkflow(Namespaces.DEFAULT, NAME, version, workflow.toJson());
        ScheduleEdit edit =
                version < store.highestVersion(Namespaces.DEFAULT, NAME).orElse(0) ? null : edit(store, version);
        if (edit == null) {
            var unused = store.deploy(text);
        } else if (store.deploy(text, edit).isEmpty()) {
            stage.breach("the edit of another engine was refused");
        }
        deployed.add(version);
    }

    private static @Nullable ScheduleEdit edit(Store store, int version) {
        ScheduleText wanted = days(version) == 0
                ? null
                : new ScheduleText(Schedule.every(NAME, Duration.ofDays(days(version))), Json.EMPTY_OBJECT, true);
        return new ScheduleBook(store.scheduling(), Namespaces.DEFAULT)
                .ofDefinition(
                        store.scheduling().find(Namespaces.DEFAULT, NAME).orElse(null),
                        wanted,
                        new ScheduleChange(
                                Namespaces.DEFAULT, NAME, ScheduleChange.Kind.DELETED, "other", "newer", store.now()));
    }

    private void program() {
        if (deployed.isEmpty() || isOfProgram || schedule() != null) {
            return;
        }
        stage.node.reeve().schedules().put(NAME, Map.of(), Schedule.every(NAME, PERIOD_OF_PROGRAM));
        isOfProgram = true;
    }

    /** Removes the highest version, unless the schedule of the program needs the last one. */
    private void remove() {
        if (deployed.isEmpty() || (isOfProgram && deployed.size() == 1)) {
            return;
        }
        int version = deployed.last();
        var unused = stage.node
                .reeve()
                .undeployAsync(NAME, version, "a mistake")
                .whenComplete((count, error) -> {
                    if (error == null) {
                        deployed.remove(version);
                    }
                });
    }

    private @Nullable Duration schedule() {
        return stage.node.reeve().schedules().list().stream()
                .filter(status -> status.name().equals(NAME))
                .map(ScheduleStatus::schedule)
                .map(Schedule::timetable)
                .map(timetable -> timetable instanceof Timetable.Every every
                                && every.first().equals(Instant.EPOCH)
                        ? every.period()
                        : Duration.ZERO)
                .findFirst()
                .orElse(null);
    }

    private void check() {
        int days = deployed.isEmpty() ? 0 : days(deployed.last());
        Optional<Duration> wanted = isOfProgram
                ? Optional.of(PERIOD_OF_PROGRAM)
                : days == 0 ? Optional.empty() : Optional.of(Duration.ofDays(days));
        Optional<Duration> found = Optional.ofNullable(schedule());
        if (!found.equals(wanted)) {
            stage.breach("with versions %s the schedule is %s, and not %s".formatted(deployed, found, wanted));
        }
    }
}
