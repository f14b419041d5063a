package dev.reeve.example.stage;

import dev.reeve.agent.Handler;

/** Receives the handlers of actions: an agent, or the test kit. */
public interface Wiring {

    <I> void action(String action, Class<I> input, Handler<I, ?> handler);
}
