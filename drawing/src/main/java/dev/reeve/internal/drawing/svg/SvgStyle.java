package dev.reeve.internal.drawing.svg;

import dev.reeve.internal.drawing.NodeKind;
import java.util.Map;
import java.util.stream.Collectors;

/** Colours for light and dark screens and for paper, and the signs of the kinds of steps. */
final class SvgStyle {

    private SvgStyle() {}

    /** Colour of a sign, and of what is behind it: on light, then on dark screens. */
    private record Colours(String sign, String behind, String darkSign, String darkBehind) {}

    private static final Map<NodeKind, Colours> COLOURS = Map.of(
            NodeKind.ACTION, new Colours("#1d4ed8", "#e0eaff", "#93b4ff", "#1c2f5e"),
            NodeKind.CHILD, new Colours("#6d28d9", "#ede4ff", "#c4a7ff", "#362461"),
            NodeKind.WAIT, new Colours("#a14a06", "#fdecd3", "#f5b871", "#4a2d0d"),
            NodeKind.AWAIT, new Colours("#0e6f7c", "#d6f3f6", "#75d5e2", "#0d3d45"),
            NodeKind.SWITCH, new Colours("#86198f", "#fae3fc", "#eaa6f2", "#4a1650"),
            NodeKind.VALUE, new Colours("#3f6212", "#e9f5cf", "#bbdc7a", "#2c3f12"),
            NodeKind.FAIL, new Colours("#b91c1c", "#fee4e2", "#ff9d98", "#5a1a1a"),
            NodeKind.COMPLETE, new Colours("#15703a", "#dbf5e3", "#7fd99c", "#123f24"),
            NodeKind.COMPENSATION, new Colours("#be123c", "#ffe4e9", "#ff9db2", "#561425"));

    private static final Map<String, String> SIGNS = Map.of(
            "ACTION", "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
            "CHILD", "M2.5 2.5h6v5h-6zM7.5 9.5h6v5h-6zM5.5 7.5V12h2",
            "WAIT", "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.8V8l2.3 1.6",
            "AWAIT", "M2 3.5h12v9H2zM2.5 4l5.5 4.5L13.5 4",
            "SWITCH", "M8 1.5V5M3 14V9.5c0-3 5-1.5 5-4.5 0 3 5 1.5 5 4.5V14",
            "VALUE",
                    "M6 2.5c-2 0-2 1-2 2.5S4 8 2.5 8C4 8 4 9.5 4 11s0 2.5 2 2.5"
                            + "M10 2.5c2 0 2 1 2 2.5S12 8 13.5 8C12 8 12 9.5 12 11s0 2.5-2 2.5",
            "FAIL", "M4 4l8 8M12 4l-8 8",
            "COMPLETE", "M3 8.5l3.5 3.5L13 4.5",
            "COMPENSATION", "M6 2.5 2.5 6 6 9.5M3 6h6.5a3.7 3.7 0 0 1 0 7.4H6",
            "LOOP", "M13 8a5 5 0 1 1-1.7-3.8M13.2 1.5v3.3H9.9");

    /** The id of a sign, which is 16 pixels wide and high. */
    static String id(Object sign) {
        return "reeve-" + sign;
    }

    /** All signs, to be used by their ids. */
    static String definitions() {
        return SIGNS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(sign -> "<path id=\"%s\" d=\"%s\"/>\n".formatted(id(sign.getKey()), sign.getValue()))
                .collect(Collectors.joining("", "<defs>\n", "</defs>\n"));
    }

    /** The style sheet. It has no part that depends on the drawing, so a page can allow it by its hash. */
    static String sheet() {
        return """
                text{font-family:-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;white-space:pre}
                .sheet{fill:#fff}
                .name{font-size:17px;font-weight:700;fill:#0f172a}
                .about{font-size:12px;fill:#51607a}
                .edge{fill:none;stroke:#74829a;stroke-width:1.5;stroke-linejoin:round}
                .head{fill:#74829a}
                .undo{stroke:#be123c;stroke-dasharray:4 3}
                .undo-head{fill:#be123c}
                .box{fill:#fff;stroke:#a3afc2;stroke-width:1.25;stroke-linejoin:round}
                .line{fill:none;stroke:#a3afc2;stroke-width:1.25}
                .pivot .box{stroke:#334155;stroke-width:2.5}
                .label{font-size:13px;font-weight:600;fill:#0f172a}
                .task{font-size:11px;fill:#3f4d63}
                .note{font-size:11px;fill:#5b6980;font-style:italic}
                .sign{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
                                .badge{fill:#fff;stroke:#a3afc2;stroke-width:1.25}
                .start{fill:#3f4d63}
                .case{fill:#fae3fc;stroke:#c98bd1;stroke-width:1}
                .case-label{font-size:11.5px;font-weight:600;fill:#701a75}
                .undoing{fill:#fff;stroke:#e58aa0;stroke-width:1.25;stroke-dasharray:4 3}
                .frame{fill:#f4f7fb;stroke:#a3afc2;stroke-width:1.25;stroke-dasharray:5 4}
                .frame-label{font-size:11.5px;font-weight:600;fill:#3f4d63}
                """
                + kinds(false)
                + ".mark .sign{stroke:#74829a}\n"
                + "@media screen and (prefers-color-scheme:dark){\n"
                + """
                .sheet{fill:#0f1520}
                .name,.label{fill:#eef2f8}
                .about,.task,.frame-label{fill:#b4c0d2}
                .note{fill:#9aa8bd}
                .edge{stroke:#8291a9}
                .head{fill:#8291a9}
                .undo{stroke:#ff9db2}
                .undo-head{fill:#ff9db2}
                .box,.badge{fill:#1a2231;stroke:#4d5b72}
                .line{stroke:#4d5b72}
                .pivot .box{stroke:#cbd5e1}
                                .start{fill:#b4c0d2}
                .case{fill:#4a1650;stroke:#8d4a95}
                .case-label{fill:#f3c6f8}
                .undoing{fill:#1a2231;stroke:#a04a60}
                .frame{fill:#141c29;stroke:#4d5b72}
                """
                + kinds(true)
                + ".mark .sign{stroke:#8291a9}\n"
                + "}\n";
    }

    private static String kinds(boolean dark) {
        return COLOURS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(kind -> ".%s .sign{stroke:%s}.%s .behind{fill:%s}\n"
                        .formatted(
                                kind.getKey(),
                                dark
                                        ? kind.getValue().darkSign()
                                        : kind.getValue().sign(),
                                kind.getKey(),
                                dark
                                        ? kind.getValue().darkBehind()
                                        : kind.getValue().behind()))
                .collect(Collectors.joining());
    }
}
