package dev.reeve.example.stage;

import dev.reeve.agent.Handler;

/** Whoever has to know which handler performs which action: an agent, or the kit of a test. */
public interface Wiring {

    <I> void action(String action, Class<I> input, Handler<I> handler);
}
