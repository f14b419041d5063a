package dev.reeve.example.orders.service;

import dev.reeve.agent.Handler;

/** The way from the agents to their services. The demo puts faults into it. */
public interface Network {

    /** Calls go through. */
    Network RELIABLE = new Network() {
        @Override
        public <I extends Request, O> Handler<I, O> to(Handler<I, O> service) {
            return service;
        }
    };

    /** Calls this service from an agent. */
    <I extends Request, O> Handler<I, O> to(Handler<I, O> service);
}
