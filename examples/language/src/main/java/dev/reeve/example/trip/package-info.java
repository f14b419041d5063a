/**
 * A trip is booked in 27 steps: conditions, ways of a {@code switch}, hotels side by side, two insurers out of three, an approval, and
 * a point of no return up to which all is given back. Begin with {@code book_trip.yaml}, then {@code Agencies}.
 */
@NullMarked
package dev.reeve.example.trip;

import org.jspecify.annotations.NullMarked;
