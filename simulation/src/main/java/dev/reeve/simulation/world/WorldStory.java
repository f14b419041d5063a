package dev.reeve.simulation.world;

import dev.reeve.internal.test.timeline.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The actions in order of time, for people. Recorded only on request. */
public final class WorldStory {

    private static final int LINES_MAX = 20_000;

    private final Timeline timeline;
    private final boolean told;
    private final List<String> lines = new ArrayList<>();

    public WorldStory(Timeline timeline, boolean told) {
        this.timeline = timeline;
        this.told = told;
    }

    public void tell(Supplier<String> what) {
        if (told && lines.size() < LINES_MAX) {
            Duration at = Duration.ofNanos(timeline.nanos());
            lines.add("%3d:%02d.%03d  %s".formatted(at.toMinutes(), at.toSecondsPart(), at.toMillisPart(), what.get()));
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
