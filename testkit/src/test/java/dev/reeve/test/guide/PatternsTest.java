package dev.reeve.test.guide;

import static dev.reeve.test.guide.Observed.called;
import static dev.reeve.test.guide.Observed.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.StepStatus;
import dev.reeve.test.ActionCall;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Control-flow patterns that the examples of the guide do not show. */
@ReeveTest
@DisplayName("S7: the table of workflow patterns in docs/guide/workflows.md is correct")
final class PatternsTest {

    private static final Path GUIDE = Path.of("../docs/guide/workflows.md");

    private static VirtualExecution start(VirtualReeve reeve, String definition, Object input) {
        Workflow workflow = Workflow.parse(definition);
        reeve.deploy(workflow).otherActionsSucceed(workflow);
        return reeve.start(workflow.name(), input);
    }

    @Test
    @DisplayName("each pattern of the table has a test with its name")
    void everyPatternHasATest() throws IOException {
        List<String> tests = Stream.of(PatternsTest.class, WorkflowsGuideTest.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .map(PatternsTest::displayName)
                .toList();
        List<String> patterns = Pattern.compile("^\\| ([^|]+) \\| [^|]+\\|$", Pattern.MULTILINE)
                .matcher(Files.readString(GUIDE))
                .results()
                .map(row -> row.group(1))
                .filter(name -> !name.equals("pattern") && !name.startsWith("-"))
                .toList();

        assertThat(patterns).hasSizeGreaterThan(20);
        assertThat(patterns)
                .allSatisfy(pattern -> assertThat(tests).as(pattern).anyMatch(test -> test.contains(pattern)));
    }

    private static String displayName(Method method) {
        DisplayName name = method.getAnnotation(DisplayName.class);
        return name == null ? "" : name.value();
    }

    @Test
    @DisplayName("multi-choice; structured synchronising merge")
    void multiChoice(VirtualReeve reeve) {
        String definition = """
                workflow: claim
                steps:
                  look: { action: claim.look }
                  doctor: { after: [look], when: "${ input.hurt }", action: doctor.ask }
                  garage: { after: [look], when: "${ input.dented }", action: garage.ask }
                  lawyer: { after: [look], when: "${ input.sued }", action: lawyer.ask }
                  decide: { after: [doctor, garage, lawyer], action: claim.decide }
                """;
        reeve.on("doctor.ask").answers(Map.of()).taking(Duration.ofSeconds(30));
        reeve.on("garage.ask").answers(Map.of());

        assertThat(start(reeve, definition, Map.of("hurt", true, "dented", true))
                        .awaitEnd()
                        .status())
                .isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactlyInAnyOrder("claim.look", "doctor.ask", "garage.ask", "claim.decide");
        assertThat(Duration.between(
                        reeve.calls("doctor.ask").getFirst().at(),
                        reeve.calls("claim.decide").getFirst().at()))
                .as("it waits for the slower of the two")
                .isGreaterThanOrEqualTo(Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("structured discriminator: the first branch continues at once, and the others may finish")
    void discriminator(VirtualReeve reeve) {
        String definition = """
                workflow: route
                steps:
                  north: { action: route.north, onExhausted: continue }
                  south: { action: route.south, onExhausted: continue }
                  go: { after: [north, south], join: any, action: car.go }
                """;
        reeve.on("route.north").answers(Map.of()).taking(Duration.ofMinutes(2));
        reeve.on("route.south").answers(Map.of()).taking(Duration.ofSeconds(5));

        VirtualExecution execution = start(reeve, definition, Map.of());
        reeve.advance(Duration.ofMinutes(1));

        assertThat(reeve.calls("car.go")).hasSize(1);
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("car.go")).hasSize(1);
    }

    @Test
    @DisplayName("arbitrary cycles are refused, and named")
    void cycles() {
        assertThatThrownBy(() -> Workflow.parse("""
                        workflow: round
                        steps:
                          a: { after: [b], action: a.do }
                          b: { after: [a], action: b.do }
                        """))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("a", "b");
    }

    @Test
    @DisplayName("multiple instances, number not known before: one after another until there is no next")
    void instancesOneAfterAnother(VirtualReeve reeve) {
        String definition = """
                workflow: inbox
                steps:
                  letters: { action: letter.answer, repeat: { until: "${ output.last }", delay: 1s, max: 1000 } }
                """;
        reeve.on("letter.answer")
                .answers(Map.of("last", false))
                .answers(Map.of("last", false))
                .answers(Map.of("last", true));

        assertThat(start(reeve, definition, Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("letter.answer"))
                .hasSize(3)
                .extracting(ActionCall::idempotencyKey)
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("deferred choice: the first signal decides, and nothing waits for the other one")
    void deferredChoice(VirtualReeve reeve) {
        String definition = """
                workflow: offer
                steps:
                  answer: { await: { signal: [accepted, declined] } }
                  which: { after: [answer], switch: { yes: "${ steps.answer.output.signal = 'accepted' }", no: otherwise } }
                  deliver: { after: [which.yes], action: offer.deliver }
                  archive:
                    after: [which.no]
                    action: offer.archive
                    input: { why: "${ steps.answer.output.data.why }" }
                """;
        VirtualExecution offer = start(reeve, definition, Map.of());
        offer.actingAs("ada").signal("declined", Map.of("why", "too dear"));

        assertThat(offer.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("offer.archive");
        assertThat(reeve.calls("offer.archive").getFirst().input().text()).isEqualTo("{\"why\":\"too dear\"}");
    }

    @Test
    @DisplayName("milestone: no step of it begins before the step that reaches it completes")
    void milestone(VirtualReeve reeve) {
        String definition = """
                workflow: film
                steps:
                  shoot: { action: film.shoot }
                  poster: { after: [shoot], action: poster.print }
                  cut: { action: film.cut }
                """;
        reeve.on("film.shoot").answers(Map.of()).taking(Duration.ofMinutes(3));
        VirtualExecution film = start(reeve, definition, Map.of());
        reeve.advance(Duration.ofMinutes(2));
        assertThat(called(reeve)).contains("film.cut").doesNotContain("poster.print");

        assertThat(film.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("poster.print")).hasSize(1);
    }

    @Test
    @DisplayName("cancel activity is refused: a running step may finish, and later steps need not wait for it")
    void cancelActivity(VirtualReeve reeve) {
        String definition = """
                workflow: search
                steps:
                  search: { action: archive.search, onExhausted: continue }
                  enough: { await: { signal: enough, timeout: 1h, default: {} } }
                  report: { after: [search, enough], join: any, action: report.write }
                """;
        reeve.on("archive.search").answers(Map.of("hits", 3)).taking(Duration.ofMinutes(2));
        VirtualExecution search = start(reeve, definition, Map.of());
        search.actingAs("ada").signal("enough", Map.of());
        reeve.advance(Duration.ofMinutes(1));

        assertThat(reeve.calls("report.write")).hasSize(1);
        assertThat(status(search, "search")).as("nothing ends it").isEqualTo(StepStatus.RUNNING);
        assertThat(search.awaitEnd().output()).hasToString("{\"search\":{\"hits\":3},\"enough\":{},\"report\":{}}");
        assertThatThrownBy(() -> Workflow.parse(
                        definition.replace("action: report.write", "action: report.write, cancel: [search]")))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("unknown key 'cancel'");
    }

    @Test
    @DisplayName("cancel case: completed steps are undone")
    void cancelCase(VirtualReeve reeve) {
        String definition = """
                workflow: stay
                steps:
                  book: { action: room.book, compensate: room.free }
                  arrive: { after: [book], wait: 30d }
                """;
        VirtualExecution stay = start(reeve, definition, Map.of());
        reeve.advance(Duration.ofDays(3));
        stay.actingAs("ada").cancel("ill");

        assertThat(stay.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(called(reeve)).containsExactly("room.book", "room.free");
    }

    @Test
    @DisplayName("interleaved routing, in one order")
    void interleavedRouting(VirtualReeve reeve) {
        String definition = """
                workflow: checkup
                steps:
                  blood: { action: blood.test, onExhausted: continue }
                  xray: { after: [blood], action: xray.make, onExhausted: continue }
                """;
        assertThat(start(reeve, definition, Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("blood.test", "xray.make");
    }

    @Test
    @DisplayName("persistent trigger: an early signal is kept and consumed once; so no transient trigger exists")
    void persistentTrigger(VirtualReeve reeve) {
        String definition = """
                workflow: door
                steps:
                  build: { action: door.build }
                  open: { after: [build], await: { signal: bell } }
                  again: { after: [open], await: { signal: bell, timeout: 1h, default: silence } }
                """;
        reeve.on("door.build").answers(Map.of()).taking(Duration.ofMinutes(1));
        VirtualExecution door = start(reeve, definition, Map.of());
        door.actingAs("ada").signal("bell", Map.of("who", "ada"));
        reeve.advance(Duration.ofMinutes(2));

        assertThat(status(door, "open")).isEqualTo(StepStatus.COMPLETED);
        assertThat(door.status()).as("there was one ring").isEqualTo(ExecutionStatus.RUNNING);
        assertThat(door.awaitEnd().output())
                .hasToString("{\"build\":{},\"open\":{\"who\":\"ada\"},\"again\":\"silence\"}");
    }
}
