package dev.reeve.engine.schedule;

/**
 * What becomes of nominal times at which nobody was there to start anything: those that are more than a minute ago when they are
 * looked at.
 */
public enum Missed {
    /** They are left out. */
    SKIP,
    /** One start makes up for all of them: that of the last, or the next if that is due by now. */
    ONE,
    /** Each is made up for, in order. */
    ALL
}
