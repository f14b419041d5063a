package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SearchApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Searches and parts of histories by HTTP, on PostgreSQL")
final class PostgresSearchApiTest extends SearchApiContract {

    PostgresSearchApiTest() {
        super(new PostgresApiStore());
    }
}
