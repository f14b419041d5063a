package dev.reeve;

import java.util.List;

/**
 * The schedules of a store. Thread-safe.
 *
 * <pre>{@code
 * reeve.schedules()
 *         .put("nightly_report", Map.of("kind", "sales"), Schedule.cron("report", "0 3 * * *", "Europe/Berlin"));
 * reeve.actingAs("alice").schedules().pause("nightly_report", "stock-taking");
 * }</pre>
 */
public interface ScheduleOperations {

    /**
     * Registers a schedule. The schedule is stored, so every later engine on this store runs it too. At most one
     * execution starts for each nominal time, also across crashes. Its key is {@code schedule/NAME/TIME}, and it has
     * the label {@code schedule}. Registering an identical schedule again changes nothing, so a program can do it at
     * every start. A different schedule with the same name replaces the old one. If its timetable differs, it counts
     * from now on; otherwise it goes on where the old one was, so missed times are not forgotten.
     *
     * @param name the name of the schedule; at most 200 characters
     * @param input the input of every execution
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}, {@link ErrorCode#INVALID_INPUT},
     *     {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void put(String name, Object input, Schedule schedule);

    /**
     * Registers a schedule that runs a job, as {@link Reeve#run(String, Object, Start, JobOptions)} does. The workflow
     * of the schedule is the name of the action.
     *
     * <pre>{@code
     * reeve.schedules().putJob("nightly_report", input, Schedule.cron("report.print", "0 3 * * *", "Europe/Berlin"),
     *         JobOptions.defaults());
     * }</pre>
     *
     * @throws ReeveException as {@link #put}, and for the action and the options as {@code run}
     */
    void putJob(String name, Object input, Schedule schedule, JobOptions options);

    /** All schedules, by name. */
    List<ScheduleStatus> list();

    /**
     * The changes of schedules of this name (pause, resume, delete), with actor and reason: the newest {@link
     * ScheduleChange#LISTED_MAX}, the newest first. Empty if none was changed.
     */
    List<ScheduleChange> changes(String name);

    /**
     * Pauses a schedule until {@link #resume}. Running executions continue.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void pause(String name, String reason);

    /**
     * Resumes a schedule from now on. Starts that were due during the pause are skipped.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void resume(String name, String reason);

    /**
     * Deletes a schedule. Executions that it has started continue.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void delete(String name, String reason);
}
