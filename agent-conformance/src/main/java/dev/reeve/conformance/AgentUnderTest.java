package dev.reeve.conformance;

import java.net.URI;

/** Starts and closes the agent that is tested. */
interface AgentUnderTest {

    void start(URI server, String apiKey) throws Exception;

    /** Asks the agent to close. Returns without waiting for it. */
    void close() throws Exception;
}
