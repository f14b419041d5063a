package dev.reeve.faults.proxy;

import java.time.Duration;

/** What becomes of an exchange, and of the connection that it is on. */
public sealed interface Fate {

    Fate PASS = new Pass();

    /** It never reaches the server, and the client's connection breaks (F17). */
    Fate CUT_BEFORE = new CutBefore();

    /** The server has done it and answered, and the client's connection breaks instead of hearing that (F2, F15). */
    Fate CUT_AFTER = new CutAfter();

    /** The server has it, the client's connection breaks at once, and what becomes of it nobody has seen (F16). */
    Fate CUT_BETWEEN = new CutBetween();

    /** It never reaches the server, and nobody says anything on this connection any more (F28). */
    Fate SILENCE = new Silence();

    /** The server does it, and neither this answer nor any later one on this connection reaches the client (F28). */
    Fate MUTE = new Mute();

    /** It never reaches the server, and the client gets a TCP reset (F14). */
    Fate RESET = new Reset();

    /** It goes its way, but later (F25). */
    static Fate delay(Duration by) {
        return new Delay(by);
    }

    /** The server has done it and answered; the answer waits until this has been run (F4). */
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
