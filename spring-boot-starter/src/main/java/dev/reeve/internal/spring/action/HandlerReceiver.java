package dev.reeve.internal.spring.action;

import dev.reeve.agent.Handler;

/** Takes the handlers of actions. */
@FunctionalInterface
public interface HandlerReceiver {
    <I> void handle(String action, Class<I> input, Handler<I, Object> handler);
}
