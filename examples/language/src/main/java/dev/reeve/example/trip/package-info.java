/**
 * A trip is booked in 27 steps: conditions, branches of a {@code switch}, hotels in parallel, two insurers out of
 * three, an approval, and a point of no return. A failure before that point gives everything back. Begin with
 * {@code book_trip.yaml}, then {@code Agencies}.
 */
@NullMarked
package dev.reeve.example.trip;

import org.jspecify.annotations.NullMarked;
