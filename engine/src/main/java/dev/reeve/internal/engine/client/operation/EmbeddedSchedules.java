package dev.reeve.internal.engine.client.operation;

import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.deployment.Deployments;
import dev.reeve.internal.engine.client.deployment.Jobs;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.model.definition.Definition;
import java.util.List;

/** The schedules of the engine in this process. */
public final class EmbeddedSchedules implements ScheduleOperations {

    private final EngineAccess engine;
    private final ScheduleRunner scheduling;
    private final Deployments deployments;
    private final Jobs jobs;

    public EmbeddedSchedules(EngineAccess engine, ScheduleRunner scheduling, Deployments deployments, Jobs jobs) {
        this.engine = engine;
        this.scheduling = scheduling;
        this.deployments = deployments;
        this.jobs = jobs;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        engine.check();
        Json written = Conversion.write("input", input);
        deployments.alone(() -> scheduling.keep(name, written, schedule));
    }

    @Override
    public void putJob(String name, Object input, Schedule schedule, JobOptions options) {
        engine.check();
        Json written = Conversion.write("input", input);
        Integer version = schedule.version();
        Start how = version == null ? Start.plain() : Start.plain().version(version);
        deployments.alone(() -> {
            Jobs.Candidate candidate = jobs.candidate(schedule.workflow(), how, options);
            scheduling.check(name, candidate.plan(), written, schedule);
            Definition job =
                    (candidate.isStored() ? candidate.plan() : jobs.stored(schedule.workflow(), options)).workflow();
            Schedule stored = new Schedule(
                    job.name(),
                    job.version(),
                    schedule.timetable(),
                    schedule.missed(),
                    schedule.whileRunning(),
                    schedule.priority(),
                    schedule.labels());
            return scheduling.keep(name, written, stored);
        });
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
        if (!deployments.removesLeftover(name, engine.actor())) {
            scheduling.delete(name, engine.actor(), reason);
        }
    }
}
