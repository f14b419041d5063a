package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.HttpApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("The HTTP API, on PostgreSQL")
@Tag("proof")
final class PostgresHttpApiTest extends HttpApiContract {

    PostgresHttpApiTest() {
        super(new PostgresApiStore());
    }
}
