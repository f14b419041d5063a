package dev.reeve.conformance;

/**
 * A rule of the protocol, and how it is tried.
 *
 * @param rule what an agent must do
 */
record Scenario(String name, String rule, Play play) {

    /** Tries the rule. */
    @FunctionalInterface
    interface Play {
        void against(PlayedServer server, AgentUnderTest agent) throws Exception;
    }
}
