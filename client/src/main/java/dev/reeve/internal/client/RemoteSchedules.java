package dev.reeve.internal.client;

import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.DecisionDocument;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ScheduleListDocument;
import dev.reeve.internal.document.ScheduleRequestDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schedules of a store behind a server. Immutable. */
final class RemoteSchedules implements ScheduleOperations {

    private final Wire wire;
    private final String namespace;

    RemoteSchedules(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    @Override
    public void put(String name, Object input, Schedule schedule) {
        put(name, Calls.write("input", input), schedule, null);
    }

    @Override
    public void putJob(String name, Object input, Schedule schedule, JobOptions options) {
        put(name, Calls.write("input", input), schedule, options);
    }

    private void put(String name, Json input, Schedule schedule, @Nullable JobOptions options) {
        var unused = wire.call(Request.repeatable(
                "PUT",
                namespace,
                Target.of("/v1/schedules/{}", name),
                DocumentWriter.write(ScheduleRequestDocument.of(input, schedule, options))));
    }

    @Override
    public List<ScheduleStatus> list() {
        return wire.call(Request.get(namespace, Target.of("/v1/schedules")))
                .as(ScheduleListDocument.class)
                .statuses();
    }

    @Override
    public List<ScheduleChange> changes(String name) {
        return wire.call(Request.get(namespace, Target.of("/v1/schedules/{}/changes", name)))
                .as(ChangeListDocument.class)
                .ofSchedule(namespace);
    }

    @Override
    public void pause(String name, String reason) {
        change(name, "pause", reason);
    }

    @Override
    public void resume(String name, String reason) {
        change(name, "resume", reason);
    }

    private void change(String name, String verb, String reason) {
        var unused = wire.call(Request.once(
                "POST", namespace, Target.of("/v1/schedules/{}/" + verb, name), DecisionDocument.of(reason)));
    }

    @Override
    public void delete(String name, String reason) {
        var unused = wire.call(Request.once(
                "DELETE", namespace, Target.of("/v1/schedules/{}", name).with("reason", reason), null));
    }
}
