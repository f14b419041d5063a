package dev.reeve.simulation.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A range of seeds, both ends included.
 *
 * @param last not before the first
 */
record Seeds(long first, long last) {

    Seeds {
        if (last < first) {
            throw new IllegalArgumentException("the last seed, %d, is before the first, %d".formatted(last, first));
        }
    }

    static Seeds of(long first, long count) {
        return new Seeds(first, first + count - 1);
    }

    long count() {
        return last - first + 1;
    }

    /** The parts of this range that are in none of the others, in order. */
    List<Seeds> without(List<Seeds> others) {
        List<Seeds> left = new ArrayList<>();
        long next = first;
        for (Seeds other :
                others.stream().sorted(Comparator.comparingLong(Seeds::first)).toList()) {
            if (other.last < next || other.first > last) {
                continue;
            }
            if (other.first > next) {
                left.add(new Seeds(next, other.first - 1));
            }
            next = other.last + 1;
        }
        if (next <= last) {
            left.add(new Seeds(next, last));
        }
        return left;
    }

    /** This range in pieces of at most this size, in order. */
    List<Seeds> pieces(long size) {
        List<Seeds> pieces = new ArrayList<>();
        for (long next = first; next <= last; next += size) {
            pieces.add(new Seeds(next, Math.min(last, next + size - 1)));
        }
        return pieces;
    }

    @Override
    public String toString() {
        return first == last ? Long.toString(first) : first + " to " + last;
    }
}
