package dev.reeve.internal.agent;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * The environment of an agent. Tests replace it.
 *
 * @param handlers creates one thread per attempt
 * @param random used by the agent's thread only
 */
record AgentSurroundings(Ticker ticker, RandomGenerator random, ThreadFactory handlers) {

    static AgentSurroundings real(String agent) {
        return new AgentSurroundings(
                Ticker.system(),
                new SplittableRandom(),
                Thread.ofVirtual().name("reeve-step-" + agent + "-", 0).factory());
    }
}
