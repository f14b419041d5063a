package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Results by completion token")
final class CompletionApiTest extends CompletionApiContract {

    CompletionApiTest() {
        super(new SqliteApiStore());
    }
}
