package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.CompletionApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Results by completion token, on PostgreSQL")
final class PostgresCompletionApiTest extends CompletionApiContract {

    PostgresCompletionApiTest() {
        super(new PostgresApiStore());
    }
}
