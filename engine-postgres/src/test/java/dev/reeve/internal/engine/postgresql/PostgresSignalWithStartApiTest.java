package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SignalWithStartApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Signals with starts, over HTTP, on PostgreSQL")
final class PostgresSignalWithStartApiTest extends SignalWithStartApiContract {

    PostgresSignalWithStartApiTest() {
        super(new PostgresApiStore());
    }
}
