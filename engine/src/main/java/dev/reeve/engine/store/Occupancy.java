package dev.reeve.engine.store;

/** Whether a node runs what is in a store. A finding of the moment: nothing keeps it from changing. */
public sealed interface Occupancy {

    /** Nobody does. */
    record Free() implements Occupancy {}

    /** @param by who does, for people */
    record Taken(String by) implements Occupancy {}

    /** @param why it cannot be known, for people */
    record Unknown(String why) implements Occupancy {}
}
