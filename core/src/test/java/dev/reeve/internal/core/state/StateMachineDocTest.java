package dev.reeve.internal.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.Transitions.ExecutionMove;
import dev.reeve.internal.core.state.Transitions.StepMove;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The diagrams in {@code docs/state-machine.md} are drawn from the tables. {@code -Dreeve.write=true} draws them anew.
 */
class StateMachineDocTest {

    private static final Path DOC = Path.of("..", "docs", "state-machine.md");
    private static final String END = "```\n";

    @Test
    @DisplayName("S4 I4 the diagrams in the documentation are those of the tables")
    void diagrams() throws IOException {
        String text = Files.readString(DOC);

        String expected = replaced(replaced(text, "execution", executionDiagram()), "step", stepDiagram());
        if (Boolean.getBoolean("reeve.write")) {
            Files.writeString(DOC, expected);
        } else {
            assertThat(text)
                    .as("run with -Dreeve.write=true to draw the diagrams anew")
                    .isEqualTo(expected);
        }
    }

    private static String replaced(String text, String what, String diagram) {
        String begin = "<!-- drawn from the tables in Transitions.java: " + what + " -->\n```mermaid\n";
        int from = text.indexOf(begin);
        assertThat(from)
                .as("%s says where the diagram of the %s goes: %s", DOC, what, begin)
                .isNotNegative();
        int to = text.indexOf(END, from + begin.length());
        return text.substring(0, from) + begin + diagram + text.substring(to);
    }

    private static String executionDiagram() {
        Map<String, Set<String>> arrows = new LinkedHashMap<>();
        for (ExecutionMove move : Transitions.OF_EXECUTION) {
            add(arrows, state(move.from(), Phase.NEW), state(move.to(), Phase.ENDED), move.event().eventName);
        }
        return diagram(arrows);
    }

    private static String state(Phase phase, Phase outside) {
        return phase == outside ? "[*]" : phase.name();
    }

    private static String stepDiagram() {
        Map<String, Set<String>> arrows = new LinkedHashMap<>();
        arrows.put("[*] --> PENDING", Set.of());
        for (StepMove move : Transitions.OF_STEP) {
            String suffix = switch (move.purpose()) {
                case FORWARD -> "";
                case PROBE -> move.from() == StepStatus.PROBING ? "" : " (probe)";
                case COMPENSATION -> move.from() == StepStatus.COMPENSATING ? "" : " (undo)";
            };
            add(arrows, move.from().name(), move.to().name(), move.event().eventName + suffix);
        }
        return diagram(arrows);
    }

    private static void add(Map<String, Set<String>> arrows, String from, String to, String label) {
        arrows.computeIfAbsent(from + " --> " + to, key -> new LinkedHashSet<>())
                .add(label);
    }

    private static String diagram(Map<String, Set<String>> arrows) {
        StringBuilder diagram = new StringBuilder("stateDiagram-v2\n");
        arrows.forEach((arrow, labels) -> diagram.append("    ")
                .append(arrow)
                .append(labels.isEmpty() ? "" : ": " + String.join("<br/>", labels))
                .append('\n'));
        return diagram.toString();
    }
}
