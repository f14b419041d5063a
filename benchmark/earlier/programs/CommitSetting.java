package dev.reeve.benchmark.earlier;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The value of synchronous_commit with which an engine commits, after it was switched off for the engine's role and the
 * engine's sessions were ended. A trigger tells the value at the end of each transaction that adds an execution.
 */
final class CommitSetting {

    private static final int TRIES = 100;
    private static final long PATIENCE_SECONDS = 10;

    private CommitSetting() {}

    /** Arguments: the store as an administrator, and the name of a new role for the engine. */
    public static void main(String[] args) throws Exception {
        Program.endWithTheDriver();
        Place administrator = new Place(args[0]);
        String role = args[1];
        try (Connection admin = administrator.connect()) {
            Place.query(admin, "create role %s login superuser".formatted(role));
            Place place = new Place(args[0].replaceAll("user=\\w+", "user=" + role));
            try (Engine engine = Release.open(place, 0)) {
                engine.deploy(Program.chain(1));
                engine.agent(1, input -> Program.result());
                watch(admin);
                run(engine);
                Program.tell("before", seen(admin));
                Place.query(admin, "alter role %s set synchronous_commit = off".formatted(role));
                Place.query(admin, """
                        select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = '%s'
                        """.formatted(role));
                run(engine);
                Program.tell("after", seen(admin));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void watch(Connection admin) throws SQLException {
        Place.query(admin, "create table public.seen (number bigserial, value text)");
        Place.query(admin, """
                create function public.see() returns trigger language plpgsql as $$ begin
                    insert into public.seen (value) values (pg_catalog.current_setting('synchronous_commit'));
                    return null;
                end $$
                """);
        Place.query(admin, """
                create constraint trigger see after insert on reeve.execution deferrable initially deferred
                    for each row execute function public.see()
                """);
    }

    private static String seen(Connection admin) throws SQLException {
        return Place.query(admin, "select value from public.seen order by number desc limit 1");
    }

    /** Runs an execution, and again if the engine was just losing its sessions. */
    private static void run(Engine engine) throws Exception {
        for (int i = 0; ; i++) {
            try {
                Program.join(engine.run("chain1", "", Program.order(i)), PATIENCE_SECONDS);
                return;
            } catch (Exception e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }
}
