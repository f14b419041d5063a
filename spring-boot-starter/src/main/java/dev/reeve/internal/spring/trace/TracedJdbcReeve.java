package dev.reeve.internal.spring.trace;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.Start;
import java.sql.Connection;

/** The same on a database, also for starts in a transaction. Thread-safe. */
public final class TracedJdbcReeve extends TracedReeve implements JdbcReeve {

    private final JdbcReeve reeve;

    public TracedJdbcReeve(JdbcReeve reeve, CurrentSpan span) {
        super(reeve, span);
        this.reeve = reeve;
    }

    @Override
    public Execution start(Connection connection, String workflow, Object input, Start how) {
        return reeve.start(connection, workflow, input, in(how));
    }

    @Override
    public Execution run(Connection connection, String action, Object input, Start how, JobOptions options) {
        return reeve.run(connection, action, input, in(how), options);
    }

    @Override
    public JdbcReeve namespace(String namespace) {
        return new TracedJdbcReeve(reeve.namespace(namespace), span());
    }

    @Override
    public JdbcReeve actingAs(Actor actor) {
        return new TracedJdbcReeve(reeve.actingAs(actor), span());
    }
}
