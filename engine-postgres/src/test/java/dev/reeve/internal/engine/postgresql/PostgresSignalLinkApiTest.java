package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SignalLinkApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("Links to steps that wait for a signal, on PostgreSQL")
@Tag("proof")
final class PostgresSignalLinkApiTest extends SignalLinkApiContract {

    PostgresSignalLinkApiTest() {
        super(new PostgresApiStore());
    }
}
