package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The past of executions by HTTP")
final class PastApiTest extends PastApiContract {

    PastApiTest() {
        super(new SqliteApiStore());
    }
}
