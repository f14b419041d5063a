package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SensitiveFieldsContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Sensitive fields in answers (ADR 60), on PostgreSQL")
final class PostgresSensitiveFieldsTest extends SensitiveFieldsContract {

    PostgresSensitiveFieldsTest() {
        super(new PostgresApiStore());
    }
}
