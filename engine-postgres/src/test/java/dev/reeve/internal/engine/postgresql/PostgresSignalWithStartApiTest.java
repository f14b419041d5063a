package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SignalWithStartApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("Signals with starts, over HTTP, on PostgreSQL")
@Tag("proof")
final class PostgresSignalWithStartApiTest extends SignalWithStartApiContract {

    PostgresSignalWithStartApiTest() {
        super(new PostgresApiStore());
    }
}
