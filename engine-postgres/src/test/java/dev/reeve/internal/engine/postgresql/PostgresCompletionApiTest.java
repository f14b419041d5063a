package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.CompletionApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("Results by completion token, on PostgreSQL")
@Tag("proof")
final class PostgresCompletionApiTest extends CompletionApiContract {

    PostgresCompletionApiTest() {
        super(new PostgresApiStore());
    }
}
