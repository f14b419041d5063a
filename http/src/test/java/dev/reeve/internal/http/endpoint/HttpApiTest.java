package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The HTTP API")
final class HttpApiTest extends HttpApiContract {

    HttpApiTest() {
        super(new SqliteApiStore());
    }
}
