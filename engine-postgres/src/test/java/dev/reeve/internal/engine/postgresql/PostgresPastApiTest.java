package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.PastApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("The past of executions by HTTP, on PostgreSQL")
@Tag("proof")
final class PostgresPastApiTest extends PastApiContract {

    PostgresPastApiTest() {
        super(new PostgresApiStore());
    }
}
