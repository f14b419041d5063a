package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.HttpApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The HTTP API, on PostgreSQL")
final class PostgresHttpApiTest extends HttpApiContract {

    PostgresHttpApiTest() {
        super(new PostgresApiStore());
    }
}
