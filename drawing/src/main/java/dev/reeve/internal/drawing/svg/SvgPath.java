package dev.reeve.internal.drawing.svg;

import java.util.List;

/** Lines with round corners, and heads of arrows. */
final class SvgPath {

    private static final int RADIUS = 8;
    private static final double HEAD_LENGTH = 7;
    private static final double HEAD_WIDTH = 4;

    private SvgPath() {}

    /**
     * A line through points.
     *
     * @param points x and y by turns; each part is horizontal or vertical, or nearly
     * @param headed whether an arrow's head is at its end, where the line stops then
     */
    static String rounded(List<Integer> points, boolean headed) {
        int count = points.size() / 2;
        StringBuilder path = new StringBuilder();
        path.append('M').append(points.get(0)).append(' ').append(points.get(1));
        for (int i = 1; i + 1 < count; i++) {
            double x = points.get(2 * i);
            double y = points.get(2 * i + 1);
            double radius = Math.min(RADIUS, Math.min(length(points, i - 1), length(points, i)) / 2);
            double fromX = toward(x, points.get(2 * i - 2), radius);
            double fromY = toward(y, points.get(2 * i - 1), radius);
            double toX = toward(x, points.get(2 * i + 2), radius);
            double toY = toward(y, points.get(2 * i + 3), radius);
            path.append('L').append(number(fromX)).append(' ').append(number(fromY));
            path.append('Q').append(number(x)).append(' ').append(number(y));
            path.append(' ').append(number(toX)).append(' ').append(number(toY));
        }
        double endX = points.get(2 * count - 2);
        double endY = points.get(2 * count - 1);
        boolean isLong = headed && length(points, count - 2) > HEAD_LENGTH;
        path.append('L').append(number(isLong ? toward(endX, points.get(2 * count - 4), HEAD_LENGTH - 1) : endX));
        path.append(' ').append(number(isLong ? toward(endY, points.get(2 * count - 3), HEAD_LENGTH - 1) : endY));
        return path.toString();
    }

    /** The head at the end of a line. */
    static String head(List<Integer> points) {
        int end = points.size();
        int x = points.get(end - 2);
        int y = points.get(end - 1);
        boolean horizontal = points.get(end - 3) == y && points.get(end - 4) != x;
        return horizontal
                ? "M%d %dl%s %sv%sz".formatted(x, y, number(-HEAD_LENGTH), number(-HEAD_WIDTH), number(2 * HEAD_WIDTH))
                : "M%d %dl%s %sh%sz".formatted(x, y, number(-HEAD_WIDTH), number(-HEAD_LENGTH), number(2 * HEAD_WIDTH));
    }

    private static double length(List<Integer> points, int from) {
        return Math.abs(points.get(2 * from + 2) - points.get(2 * from))
                + Math.abs(points.get(2 * from + 3) - points.get(2 * from + 1));
    }

    /** The place at a distance from one number on the way to another one, if they differ. */
    private static double toward(double from, double to, double distance) {
        return from + Math.clamp(to - from, -distance, distance);
    }

    /** At most one decimal, and none if it is 0. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0
                ? Long.toString(tenths / 10)
                : "%s%d.%d".formatted(tenths < 0 ? "-" : "", Math.abs(tenths) / 10, Math.abs(tenths) % 10);
    }
}
