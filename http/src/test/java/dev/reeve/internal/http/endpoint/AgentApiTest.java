package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The API for agents")
final class AgentApiTest extends AgentApiContract {

    AgentApiTest() {
        super(new SqliteApiStore());
    }
}
