package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.get;
import static dev.reeve.internal.http.Endpoint.post;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.ErrorCode;
import dev.reeve.Gap;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleOperations;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.HealthDocument;
import dev.reeve.internal.document.MessageListDocument;
import dev.reeve.internal.document.NodeListDocument;
import dev.reeve.internal.document.RedeliveryDocument;
import dev.reeve.internal.document.ScheduleChangeDocument;
import dev.reeve.internal.document.ScheduleListDocument;
import dev.reeve.internal.document.ServiceIncidentListDocument;
import dev.reeve.internal.document.ServiceResumedDocument;
import dev.reeve.internal.document.ServiceStatusListDocument;
import dev.reeve.internal.document.SuspectListDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Schedules, services, messages, nodes and health. */
final class OperationEndpoints {

    private static final int MESSAGES_MAX = 1_000;
    private static final int TIMES_MAX = 100;

    private final Door door;

    OperationEndpoints(Door door) {
        this.door = door;
    }

    List<Endpoint> all() {
        return List.of(
                get(
                        "/v1/schedules",
                        Operation.LIST_SCHEDULES,
                        call -> door.show(
                                call,
                                ScheduleListDocument.of(
                                        door.open(call).schedules().list()))),
                new Endpoint(
                        "PUT", "/v1/schedules/{name}", Operation.PUT_SCHEDULE, Endpoint.BODY_MAX, this::putSchedule),
                new Endpoint("DELETE", "/v1/schedules/{name}", Operation.DELETE_SCHEDULE, 0, this::deleteSchedule),
                get("/v1/schedules/{name}/changes", Operation.LIST_SCHEDULES, this::scheduleChanges),
                get("/v1/schedules/{name}/times", Operation.LIST_SCHEDULES, this::scheduleTimes),
                post("/v1/schedules/{name}/pause", Operation.PAUSE_SCHEDULE, this::pauseSchedule),
                post("/v1/schedules/{name}/resume", Operation.RESUME_SCHEDULE, this::resumeSchedule),
                get(
                        "/v1/services",
                        Operation.LIST_SERVICES,
                        call -> Answer.json(ServiceStatusListDocument.of(
                                door.open(call).services().list()))),
                get(
                        "/v1/services/suspects",
                        Operation.LIST_SERVICES,
                        call -> Answer.json(SuspectListDocument.of(
                                door.open(call).services().suspects()))),
                get(
                        "/v1/services/incidents",
                        Operation.LIST_SERVICES,
                        call -> Answer.json(ServiceIncidentListDocument.of(
                                door.open(call).services().incidents()))),
                get("/v1/services/{action}/changes", Operation.LIST_SERVICES, this::serviceChanges),
                post("/v1/services/{action}/pause", Operation.PAUSE_SERVICE, this::pauseService),
                post("/v1/services/{action}/resume", Operation.RESUME_SERVICE, this::resumeService),
                get("/v1/messages", Operation.LIST_MESSAGES, this::messages).large(),
                post("/v1/messages/{id}/redeliver", Operation.REDELIVER, this::redeliver),
                get(
                        "/v1/nodes",
                        Operation.LIST_NODES,
                        call -> Answer.json(NodeListDocument.of(door.open(call).nodes()))),
                get(
                        "/v1/health",
                        Operation.HEALTH,
                        call -> Answer.json(HealthDocument.of(door.open(call).health()))));
    }

    private Answer putSchedule(Call call) {
        JsonFields body = call.fields();
        Optional<String> action = body.text("action");
        Schedule schedule = Schedule.of(action.isPresent() ? action.get() : body.required("workflow"), timetable(body));
        Json input = Door.sent(call, body.json("input").orElse(Json.EMPTY_OBJECT));
        Optional<Integer> version = body.integer("version");
        schedule = version.isPresent() ? schedule.version(version.get()) : schedule;
        schedule = schedule.missed(body.constant("missed", Missed.class).orElse(schedule.missed()))
                .whileRunning(
                        body.constant("whileRunning", ConcurrencyPolicy.class).orElse(schedule.whileRunning()))
                .priority(body.integer("priority").orElse(schedule.priority()));
        for (Map.Entry<String, String> label : body.texts("labels").entrySet()) {
            schedule = schedule.label(label.getKey(), label.getValue());
        }
        Optional<JobOptions> options = action.isPresent() ? JobFields.options(body) : Optional.empty();
        body.end();
        String name = call.parameter("name");
        ScheduleOperations schedules = door.open(call).schedules();
        if (action.isPresent()) {
            schedules.putJob(name, input, schedule, options.orElse(JobOptions.defaults()));
        } else {
            schedules.put(name, input, schedule);
        }
        return Answer.json(new Documents.ScheduleDone(name, Door.actor(call)));
    }

    private static Timetable timetable(JsonFields body) {
        Optional<Cron> cron = body.parsed("cron", Cron::parse);
        ZoneId zone = body.parsed("zone", Timetable.ByClock::zone).orElse(ZoneId.of("UTC"));
        Gap gap = body.constant("gap", Gap.class).orElse(Gap.NEXT);
        Overlap overlap = body.constant("overlap", Overlap.class).orElse(Overlap.FIRST);
        Optional<Duration> every = body.duration("every");
        Optional<Instant> first = body.instant("first");
        Optional<Instant> at = body.instant("at");
        if (List.of(cron.isPresent(), every.isPresent(), at.isPresent()).stream()
                        .filter(it -> it)
                        .count()
                != 1) {
            throw HttpException.badRequest("expected exactly one of 'cron', 'every' and 'at'");
        }
        if (cron.isPresent()) {
            return new Timetable.ByClock(cron.get(), zone, gap, overlap);
        }
        return every.isPresent()
                ? JsonFields.made("every", () -> new Timetable.Every(every.get(), first.orElse(Instant.EPOCH)))
                : new Timetable.Once(at.orElseThrow());
    }

    private static String reason(Call call) {
        JsonFields body = call.fields();
        String reason = body.required("reason");
        body.end();
        return reason;
    }

    private Answer deleteSchedule(Call call) {
        String reason = call.query("reason").orElseThrow(() -> HttpException.badRequest("'reason' is missing"));
        door.open(call).schedules().delete(call.parameter("name"), reason);
        return changed(call, "DELETE");
    }

    private static Answer changed(Call call, String verb) {
        return Answer.json(new ScheduleChangeDocument(call.parameter("name"), verb, Door.actor(call)));
    }

    private Answer scheduleChanges(Call call) {
        String name = call.parameter("name");
        return Answer.json(
                ChangeListDocument.ofSchedule(name, door.open(call).schedules().changes(name)));
    }

    /** The times that follow, as its timetable says; those of a paused schedule are the times if it was resumed now. */
    private Answer scheduleTimes(Call call) {
        int limit = Door.number(call, "limit", 10, 1, TIMES_MAX);
        String name = call.parameter("name");
        ScheduleStatus status = door.open(call).schedules().list().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no schedule of this name"));
        Timetable timetable = status.schedule().timetable();
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = Optional.ofNullable(status.next()).or(() -> timetable.after(Instant.now()));
        while (next.isPresent() && times.size() < limit) {
            times.add(next.get());
            next = timetable.after(next.get());
        }
        return Answer.json(new Documents.ScheduleTimes(name, times));
    }

    private Answer pauseSchedule(Call call) {
        door.open(call).schedules().pause(call.parameter("name"), reason(call));
        return changed(call, "PAUSE");
    }

    private Answer resumeSchedule(Call call) {
        door.open(call).schedules().resume(call.parameter("name"), reason(call));
        return changed(call, "RESUME");
    }

    private Answer serviceChanges(Call call) {
        String action = call.parameter("action");
        return Answer.json(
                ChangeListDocument.ofService(action, door.open(call).services().changes(action)));
    }

    private Answer pauseService(Call call) {
        door.open(call).services().pause(call.parameter("action"), reason(call));
        return Answer.json(new ServiceResumedDocument(call.parameter("action"), Door.actor(call)));
    }

    private Answer resumeService(Call call) {
        door.open(call).services().resume(call.parameter("action"), reason(call));
        return Answer.json(new ServiceResumedDocument(call.parameter("action"), Door.actor(call)));
    }

    private Answer messages(Call call) {
        int limit = Door.number(call, "limit", 100, 1, MESSAGES_MAX);
        int read = Math.min(limit + 1, MESSAGES_MAX);
        List<UndeliverableMessage> found = door.open(call).messages().undeliverable(read);
        boolean more = found.size() > limit || found.size() == MESSAGES_MAX;
        return door.show(call, MessageListDocument.of(found.subList(0, Math.min(found.size(), limit)), more));
    }

    private Answer redeliver(Call call) {
        int messages = door.open(call).messages().redeliver(Door.id(call));
        return Answer.json(new RedeliveryDocument(Door.id(call), messages));
    }
}
