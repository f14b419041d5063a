package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.AgentApiContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("The API for agents, on PostgreSQL")
@Tag("proof")
final class PostgresAgentApiTest extends AgentApiContract {

    PostgresAgentApiTest() {
        super(new PostgresApiStore());
    }
}
