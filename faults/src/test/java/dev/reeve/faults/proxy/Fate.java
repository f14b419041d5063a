package dev.reeve.faults.proxy;

import java.time.Duration;

/** The fate of an exchange and its connection. */
public sealed interface Fate {

    Fate PASS = new Pass();

    /** The exchange never reaches the server, and the client's connection breaks. */
    Fate CUT_BEFORE = new CutBefore();

    /** The server has processed and answered it, and the client's connection breaks before the answer. */
    Fate CUT_AFTER = new CutAfter();

    /** The server has received it, and the client's connection breaks immediately. The outcome is unknown. */
    Fate CUT_BETWEEN = new CutBetween();

    /** The exchange never reaches the server, and the connection stays silent from then on. */
    Fate SILENCE = new Silence();

    /** The server processes it. Neither this answer nor any later one on this connection reaches the client. */
    Fate MUTE = new Mute();

    /** The exchange never reaches the server, and the client receives a TCP reset. */
    Fate RESET = new Reset();

    /** The exchange passes after a delay. */
    static Fate delay(Duration by) {
        return new Delay(by);
    }

    /** The server has processed and answered it. The answer waits until this task has run. */
    static Fate meanwhile(Runnable what) {
        return new Meanwhile(what);
    }

    record Pass() implements Fate {}

    record CutBefore() implements Fate {}

    record CutAfter() implements Fate {}

    record CutBetween() implements Fate {}

    record Silence() implements Fate {}

    record Mute() implements Fate {}

    record Reset() implements Fate {}

    record Delay(Duration by) implements Fate {}

    record Meanwhile(Runnable what) implements Fate {}
}
