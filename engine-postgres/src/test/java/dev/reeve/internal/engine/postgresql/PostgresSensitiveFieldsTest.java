package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.SensitiveFieldsContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("Sensitive fields in answers (ADR 60), on PostgreSQL")
@Tag("proof")
final class PostgresSensitiveFieldsTest extends SensitiveFieldsContract {

    PostgresSensitiveFieldsTest() {
        super(new PostgresApiStore());
    }
}
