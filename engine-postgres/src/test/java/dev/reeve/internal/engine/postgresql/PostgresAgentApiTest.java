package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.AgentApiContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The API for agents, on PostgreSQL")
final class PostgresAgentApiTest extends AgentApiContract {

    PostgresAgentApiTest() {
        super(new PostgresApiStore());
    }
}
