package dev.reeve.example.trip;

import java.util.List;

/**
 * A requested trip.
 *
 * @param trip its name
 * @param departs as ISO-8601 text with a time zone
 * @param back whether there is a flight home
 * @param stays names of hotels
 * @param onward {@code train}, {@code car} or {@code none}
 * @param budget in cents
 */
record Request(
        String trip,
        String traveller,
        String from,
        String to,
        String departs,
        boolean back,
        List<String> stays,
        String onward,
        String card,
        int budget) {

    Request {
        stays = List.copyOf(stays);
    }
}
