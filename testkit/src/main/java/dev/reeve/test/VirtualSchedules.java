package dev.reeve.test;

import dev.reeve.JobOptions;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import java.util.List;

/** The schedules of an engine in virtual time. Notes which actions their jobs call. */
final class VirtualSchedules implements ScheduleOperations {

    private final Rig rig;
    private final ScheduleOperations engine;

    VirtualSchedules(Rig rig, ScheduleOperations engine) {
        this.rig = rig;
        this.engine = engine;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        engine.put(name, input, schedule);
    }

    @Override
    public void putJob(String name, Object input, Schedule schedule, JobOptions options) {
        engine.putJob(name, input, schedule, options);
        rig.calls(schedule.workflow(), options.probe());
    }

    @Override
    public List<ScheduleStatus> list() {
        return engine.list();
    }

    @Override
    public List<ScheduleChange> changes(String name) {
        return engine.changes(name);
    }

    @Override
    public void pause(String name, String reason) {
        engine.pause(name, reason);
    }

    @Override
    public void resume(String name, String reason) {
        engine.resume(name, reason);
    }

    @Override
    public void delete(String name, String reason) {
        engine.delete(name, reason);
    }
}
