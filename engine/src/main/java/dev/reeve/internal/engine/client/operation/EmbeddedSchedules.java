package dev.reeve.internal.engine.client.operation;

import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.deployment.Deployments;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import java.util.List;

/** The schedules of the engine in this process. */
public final class EmbeddedSchedules implements ScheduleOperations {

    private final EngineAccess engine;
    private final ScheduleRunner scheduling;
    private final Deployments deployments;

    public EmbeddedSchedules(EngineAccess engine, ScheduleRunner scheduling, Deployments deployments) {
        this.engine = engine;
        this.scheduling = scheduling;
        this.deployments = deployments;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        engine.check();
        Json written = Conversion.write("input", input);
        deployments.alone(() -> scheduling.keep(name, written, schedule));
    }

    @Override
    public List<ScheduleStatus> list() {
        engine.check();
        return scheduling.list();
    }

    @Override
    public List<ScheduleChange> changes(String name) {
        return engine.reader().scheduleChanges(name);
    }

    @Override
    public void pause(String name, String reason) {
        engine.check();
        scheduling.pause(name, engine.actor(), reason);
    }

    @Override
    public void resume(String name, String reason) {
        engine.check();
        scheduling.resume(name, engine.actor(), reason);
    }

    @Override
    public void delete(String name, String reason) {
        engine.check();
        scheduling.delete(name, engine.actor(), reason);
    }
}
