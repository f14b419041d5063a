package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Sensitive fields in answers (ADR 60)")
final class SensitiveFieldsTest extends SensitiveFieldsContract {

    SensitiveFieldsTest() {
        super(new SqliteApiStore());
    }
}
