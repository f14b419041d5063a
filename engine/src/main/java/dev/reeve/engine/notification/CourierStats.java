package dev.reeve.engine.notification;

/**
 * What the courier has done since the engine was opened.
 *
 * @param delivered messages that their receivers have taken
 * @param failed attempts that came to nothing
 * @param givenUp messages that a person has to look at
 * @param inFlight messages that are on their way
 * @param unreachable receivers that are left alone for a while because they cannot be reached
 */
public record CourierStats(long delivered, long failed, long givenUp, int inFlight, int unreachable) {

    public static final CourierStats NONE = new CourierStats(0, 0, 0, 0, 0);
}
