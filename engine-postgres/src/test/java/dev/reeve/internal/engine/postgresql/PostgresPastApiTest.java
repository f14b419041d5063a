package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.PastApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The past of executions by HTTP, on PostgreSQL")
final class PostgresPastApiTest extends PastApiContract {

    PostgresPastApiTest() {
        super(new PostgresApiStore());
    }
}
