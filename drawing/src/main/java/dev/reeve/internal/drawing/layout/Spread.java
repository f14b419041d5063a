package dev.reeve.internal.drawing.layout;

/** Moves points on a line apart, as little as possible. */
final class Spread {

    private Spread() {}

    /**
     * The points with at least the least square sum of moves, by pooling neighbours that are too close (Ayer, Brunk,
     * Ewing, Reid and Silverman, <i>An Empirical Distribution Function for Sampling with Incomplete Information</i>,
     * 1955). If there is not enough room, they are closer.
     *
     * @param wanted the places, in the order that they keep
     * @param weights how much the move of each one matters
     * @param spacing the least distance
     * @param limit the greatest distance from 0
     */
    static int[] of(double[] wanted, double[] weights, double spacing, int limit) {
        int count = wanted.length;
        double distance = count > 1 ? Math.min(spacing, 2.0 * limit / (count - 1)) : 0;
        double[] means = new double[count];
        double[] sums = new double[count];
        int[] lengths = new int[count];
        int pools = 0;
        for (int i = 0; i < count; i++) {
            means[pools] = wanted[i] - i * distance;
            sums[pools] = weights[i];
            lengths[pools++] = 1;
            while (pools > 1 && means[pools - 2] > means[pools - 1]) {
                double sum = sums[pools - 2] + sums[pools - 1];
                means[pools - 2] = (means[pools - 2] * sums[pools - 2] + means[pools - 1] * sums[pools - 1]) / sum;
                sums[pools - 2] = sum;
                lengths[pools - 2] += lengths[pools - 1];
                pools--;
            }
        }
        int[] result = new int[count];
        int next = 0;
        for (int pool = 0; pool < pools; pool++) {
            for (int i = 0; i < lengths[pool]; i++, next++) {
                double low = -limit + next * distance;
                double high = limit - (count - 1 - next) * distance;
                result[next] = (int) Math.round(Math.min(high, Math.max(low, means[pool] + next * distance)));
            }
        }
        return result;
    }
}
