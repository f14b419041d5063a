package dev.reeve.internal.engine.client;

import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import java.util.List;

/** The schedules of the engine in this process. */
final class EmbeddedSchedules implements ScheduleOperations {

    private final EmbeddedReeve reeve;
    private final Scheduling scheduling;
    private final Deployments deployments;

    EmbeddedSchedules(EmbeddedReeve reeve, Scheduling scheduling, Deployments deployments) {
        this.reeve = reeve;
        this.scheduling = scheduling;
        this.deployments = deployments;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        reeve.check();
        Json written = Conversion.write("input", input);
        deployments.alone(() -> scheduling.keep(name, written, schedule));
    }

    @Override
    public List<ScheduleStatus> list() {
        reeve.check();
        return scheduling.list();
    }

    @Override
    public List<ScheduleChange> changes(String name) {
        return reeve.reader().scheduleChanges(name);
    }

    @Override
    public void pause(String name, String reason) {
        reeve.check();
        scheduling.pause(name, reeve.actor().name(), reason);
    }

    @Override
    public void resume(String name, String reason) {
        reeve.check();
        scheduling.resume(name, reeve.actor().name(), reason);
    }

    @Override
    public void delete(String name, String reason) {
        reeve.check();
        scheduling.delete(name, reeve.actor().name(), reason);
    }
}
