package dev.reeve.cli.schedule;

import dev.reeve.Reeve;
import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
import java.util.function.Supplier;

/** Pauses, resumes and deletes schedules, in a store or at its server. */
interface ScheduleChanges extends AutoCloseable {

    /** The actor of the changes. */
    String by();

    void pause(String schedule, String reason);

    void resume(String schedule, String reason);

    void delete(String schedule, String reason);

    @Override
    void close();

    /** Opens the store after the actor is known. */
    static ScheduleChanges in(String by, Supplier<ScheduleSwitch> store) {
        ScheduleSwitch schedules = store.get();
        return new ScheduleChanges() {
            @Override
            public String by() {
                return by;
            }

            @Override
            public void pause(String schedule, String reason) {
                schedules.pause(schedule, by, reason);
            }

            @Override
            public void resume(String schedule, String reason) {
                schedules.resume(schedule, by, reason);
            }

            @Override
            public void delete(String schedule, String reason) {
                schedules.delete(schedule, by, reason);
            }

            @Override
            public void close() {
                schedules.close();
            }
        };
    }

    static ScheduleChanges at(Reeve reeve) {
        return new ScheduleChanges() {
            @Override
            public String by() {
                return reeve.actor().name();
            }

            @Override
            public void pause(String schedule, String reason) {
                reeve.schedules().pause(schedule, reason);
            }

            @Override
            public void resume(String schedule, String reason) {
                reeve.schedules().resume(schedule, reason);
            }

            @Override
            public void delete(String schedule, String reason) {
                reeve.schedules().delete(schedule, reason);
            }

            @Override
            public void close() {
                reeve.close();
            }
        };
    }
}
