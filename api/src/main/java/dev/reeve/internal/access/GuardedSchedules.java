package dev.reeve.internal.access;

import dev.reeve.JobOptions;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import java.util.List;

/** Schedules as one caller may use them. A schedule starts executions, so it needs the right to start them, too. */
final class GuardedSchedules implements ScheduleOperations {

    private final ScheduleOperations schedules;
    private final Gate gate;

    GuardedSchedules(ScheduleOperations schedules, Gate gate) {
        this.schedules = schedules;
        this.gate = gate;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        gate.checkStart(schedule.workflow(), Subject.of(name), input);
        gate.run(
                Operation.PUT_SCHEDULE,
                schedule.workflow(),
                Subject.of(name),
                null,
                () -> schedules.put(name, input, schedule));
    }

    @Override
    public void putJob(String name, Object input, Schedule schedule, JobOptions options) {
        gate.checkJob(schedule.workflow(), options);
        gate.run(
                Operation.PUT_SCHEDULE,
                null,
                Subject.of(name),
                null,
                () -> schedules.putJob(name, input, schedule, options));
    }

    @Override
    public List<ScheduleStatus> list() {
        return gate.read(Operation.LIST_SCHEDULES, null, schedules::list);
    }

    @Override
    public List<ScheduleChange> changes(String name) {
        return gate.read(Operation.LIST_SCHEDULES, null, () -> schedules.changes(name));
    }

    @Override
    public void pause(String name, String reason) {
        gate.run(Operation.PAUSE_SCHEDULE, null, Subject.of(name), reason, () -> schedules.pause(name, reason));
    }

    @Override
    public void resume(String name, String reason) {
        gate.run(Operation.RESUME_SCHEDULE, null, Subject.of(name), reason, () -> schedules.resume(name, reason));
    }

    @Override
    public void delete(String name, String reason) {
        gate.run(Operation.DELETE_SCHEDULE, null, Subject.of(name), reason, () -> schedules.delete(name, reason));
    }
}
