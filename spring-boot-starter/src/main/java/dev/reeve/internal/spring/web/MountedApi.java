package dev.reeve.internal.spring.web;

import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.spring.action.AgentLifecycle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * The handler of the HTTP API. Long polls and streams end before the web server waits for its requests. Thread-safe.
 */
final class MountedApi implements SmartLifecycle {

    private final Supplier<HttpHandler> source;
    private final AtomicReference<HttpHandler> handler;
    private volatile boolean running;

    /**
     * @param source makes a new handler, now and when a stopped application is started again
     */
    MountedApi(Supplier<HttpHandler> source) {
        this.source = source;
        this.handler = new AtomicReference<>(source.get());
    }

    HttpHandler handler() {
        return handler.get();
    }

    @Override
    public void start() {
        if (!running) {
            handler.getAndSet(source.get()).close();
            running = true;
        }
    }

    @Override
    public void stop() {
        running = false;
        handler.get().close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return AgentLifecycle.PHASE;
    }
}
