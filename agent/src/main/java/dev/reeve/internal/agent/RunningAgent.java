package dev.reeve.internal.agent;

import dev.reeve.agent.Agent;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent with its thread. */
final class RunningAgent implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(RunningAgent.class);

    /** Pause after an unexpected exception, so that a repeated one does not spin. */
    private static final long STUMBLE = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Extra time that closing may take beyond the drain time: for interrupted handlers to answer, and for leaving the
     * session.
     */
    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(3);

    private final String name;
    private final Duration drain;
    private final NodeSession session;
    private final Doorbell bell;
    private final Thread thread;

    RunningAgent(String name, Duration drain, NodeSession session, Doorbell bell) {
        this.name = name;
        this.drain = drain;
        this.session = session;
        this.bell = bell;
        this.thread = Thread.ofPlatform().daemon().name("reeve-agent-" + name).unstarted(this::run);
    }

    @Override
    public String name() {
        return name;
    }

    private void run() {
        try {
            while (!session.ended()) {
                runOnce();
            }
        } catch (Error e) {
            // R45: the process cannot be trusted after an Error; the node treats the attempts as lost
            LOG.error("agent ends after an error, its process should be started again: agent={}", name, e);
            session.abandon();
            throw e;
        }
    }

    private void runOnce() {
        try {
            long wait = session.runOnce();
            if (session.lingering()) {
                bell.pause(wait);
            } else {
                bell.await(wait);
            }
        } catch (RuntimeException e) {
            session.stumbled(e);
            bell.pause(STUMBLE);
        }
    }

    @Override
    public void close() {
        close(drain);
    }

    @Override
    public void close(Duration drain) {
        Duration patience = Duration.ofNanos(Times.nanos(drain)).plus(CLOSE_MARGIN);
        session.close(drain);
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            if (!thread.join(patience)) {
                LOG.warn("agent still closes after {}: agent={}", patience, name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void start() {
        thread.start();
    }
}
