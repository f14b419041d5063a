package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.OnExhausted;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: steps that wait for a signal. */
class SignalTest {

    private static Command.Signal signal(String name, @Nullable String id, String data) {
        return new Command.Signal(name, id, new Json(data), "ann");
    }

    @Test
    @DisplayName("S7 a step waits for a signal, whose data is its output")
    void waits() {
        Story story = Story.of(Flow.of(step("ok").awaits("approval"), step("b").after("ok")));

        assertThat(story.step("ok").open()).isEqualTo(new Open.Waiting(Times.MAX, WaitReason.SIGNAL));
        story.news();
        story.signal("approval", "{\"by\":\"bob\"}");

        assertThat(story.news())
                .containsExactly("SignalReceived", "SignalTaken(ok approval)", "StepCompleted(ok)", "StepReady(b)");
        assertThat(story.step("ok").output()).isEqualTo(new Json("{\"by\":\"bob\"}"));
    }

    @Test
    @DisplayName("S7 one of several signals is enough, and the output says which")
    void oneOfSeveral() {
        Story story = Story.of(Flow.of(step("end").awaitsAny("paid", "cancelled")));
        assertThat(story.state().awaitedSignal(StepPath.of("end"))).isEqualTo("paid or cancelled");
        story.signal("cancelled", "{\"by\":\"bob\"}");

        assertThat(story.step("end").output())
                .isEqualTo(new Json("{\"signal\":\"cancelled\",\"data\":{\"by\":\"bob\"}}"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 of several signals that came early, the oldest counts, and the others stay for other steps")
    void oldestOfSeveral() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("one").awaitsAny("paid", "cancelled").after("a"),
                step("two").awaits("paid").after("one")));
        story.signal("cancelled", "1").signal("paid", "2").done("a");

        assertThat(story.step("one").output()).isEqualTo(new Json("{\"signal\":\"cancelled\",\"data\":1}"));
        assertThat(story.step("two").output()).isEqualTo(new Json("2"));
    }

    @Test
    @DisplayName("The schema applies to the data of each of several signals")
    void schemaOfSeveral() {
        Story story =
                Story.of(Flow.of(step("one").schema("{\"type\":\"object\"}").awaitsAny("paid", "cancelled")));

        assertThat(story.refused(signal("paid", null, "1"))).isEqualTo(Refusal.INVALID_DATA);
        assertThat(story.refused(signal("cancelled", null, "1"))).isEqualTo(Refusal.INVALID_DATA);
        assertThat(message(story, signal("payed", null, "{}"))).contains("expected one of paid, cancelled");
    }

    @Test
    @DisplayName("S7 early signals are kept, and each is consumed once, in order of arrival")
    void early() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("one").awaits("go").after("a"),
                step("two").awaits("go").after("one")));
        story.signal("go", "1").signal("go", "2").done("a");

        assertThat(story.step("one").output()).isEqualTo(new Json("1"));
        assertThat(story.step("two").output()).isEqualTo(new Json("2"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 of two waiting steps, one consumes the signal")
    void twoWait() {
        Story story = Story.of(Flow.of(step("one").awaits("go"), step("two").awaits("go")));
        story.signal("go", "1");

        assertThat(story.status("one")).isEqualTo(StepStatus.COMPLETED);
        assertThat(story.status("two")).isEqualTo(StepStatus.WAITING);
    }

    @Test
    @DisplayName("I5 a signal that is repeated with the same id counts once")
    void once() {
        Story story = Story.of(Flow.of(
                step("a"),
                step("one").awaits("go").after("a"),
                step("two").awaits("go").after("a")));
        story.must(signal("go", "id-1", "1"));
        Decision again = Decider.decide(story.state(), signal("go", "id-1", "1"), story.now());

        assertThat(again).isInstanceOf(Decision.Accepted.class);
        assertThat(((Decision.Accepted) again).events()).isEmpty();
        story.done("a");
        assertThat(story.status("two")).isEqualTo(StepStatus.WAITING);
        assertThat(((Decision.Accepted) Decider.decide(story.state(), signal("go", "id-1", "1"), story.now())).events())
                .as("also after it was taken")
                .isEmpty();
    }

    @Test
    @DisplayName("S7 without a signal the default is the output after the timeout")
    void timeoutWithDefault() {
        Story story = Story.of(Flow.of(step("ok").awaits("approval", Duration.ofDays(2), "{\"approved\":false}")));
        assertThat(story.refused(new Command.WakeStep(StepPath.of("ok")))).isEqualTo(Refusal.NOT_DUE);
        story.due("ok");

        assertThat(story.now()).isEqualTo(Story.START.plus(Duration.ofDays(2)));
        assertThat(story.state().output()).isEqualTo(new Json("{\"ok\":{\"approved\":false}}"));
    }

    @Test
    @DisplayName("S7 without a default the step fails after the timeout, and its policy decides")
    void timeout() {
        Story undone = Story.of(Flow.of(
                step("a").compensated(),
                step("ok").awaits("go", Duration.ofDays(2), null).after("a")));
        undone.done("a").due("ok");
        assertThat(Objects.requireNonNull(undone.state().failure()).code()).isEqualTo("AWAIT_TIMED_OUT");
        assertThat(undone.status("a")).isEqualTo(StepStatus.COMPENSATING);

        Story person =
                Story.of(Flow.of(step("ok").then(OnExhausted.Then.ESCALATE).awaits("go", Duration.ofDays(2), null)));
        person.due("ok");
        assertThat(person.status("ok")).isEqualTo(StepStatus.ESCALATED);
        person.retry("ok");
        assertThat(person.step("ok").open())
                .isEqualTo(new Open.Waiting(person.now().plus(Duration.ofDays(2)), WaitReason.SIGNAL));
        person.signal("go", "1");
        assertThat(person.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story goesOn =
                Story.of(Flow.of(step("ok").then(OnExhausted.Then.CONTINUE).awaits("go", Duration.ofDays(2), null)));
        goesOn.due("ok");
        assertThat(goesOn.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("I13 a paused execution accepts signals, and hands nothing out")
    void held() {
        Story story = Story.of(Flow.of(step("ok").awaits("go"), step("b").after("ok")));
        story.must(new Command.Pause("ann", "lunch")).signal("go", "1");

        assertThat(story.status("b")).isEqualTo(StepStatus.READY);
        assertThat(story.refused(new Command.StartStep(StepPath.of("b"), "agent")))
                .isEqualTo(Refusal.WRONG_STATE);
    }

    @Test
    @DisplayName(
            "A signal for which no step waits, or whose data is not as declared, is refused and says what is expected")
    void refused() {
        Story story = Story.of(Flow.of(step("ok")
                .schema("{\"type\":\"object\",\"required\":[\"by\"]}")
                .awaits("approval", Duration.ofDays(2), null)));

        assertThat(message(story, signal("aproval", null, "{}"))).contains("expected one of approval");
        assertThat(story.refused(signal("aproval", null, "{}"))).isEqualTo(Refusal.UNKNOWN_SIGNAL);
        assertThat(message(story, signal("approval", null, "{}"))).contains("by");
        assertThat(story.refused(signal("approval", null, "{}"))).isEqualTo(Refusal.INVALID_DATA);
        assertThat(story.refused(signal("approval", null, "\"" + "x".repeat(2_000_000) + "\"")))
                .isEqualTo(Refusal.LIMIT);
        Story other = Story.of(Flow.of(step("a")));
        assertThat(message(other, signal("go", null, "1"))).contains("it waits for none");
    }

    private static String message(Story story, Command command) {
        return ((Decision.Refused) Decider.decide(story.state(), command, story.now())).message();
    }

    @Test
    @DisplayName("I16 the number of waiting signals is limited")
    void tooMany() {
        Story story = Story.of(Flow.of(step("a"), step("ok").awaits("go").after("a")));
        for (int i = 0; i < Signals.WAITING_MAX; i++) {
            story.signal("go", "1");
        }

        assertThat(story.refused(signal("go", null, "1"))).isEqualTo(Refusal.LIMIT);
    }

    @Test
    @DisplayName("I7 a step that waits for a signal is withdrawn when the execution is undone, and signals are refused")
    void undone() {
        Story story = Story.of(
                Flow.of(step("a").compensated(), step("ok").awaits("go").after("a")));
        story.done("a").cancel();

        assertThat(story.status("ok")).isEqualTo(StepStatus.SKIPPED);
        assertThat(story.refused(signal("go", null, "1"))).isEqualTo(Refusal.WRONG_STATE);
    }

    private static final String BY = "{\"type\":\"object\",\"required\":[\"by\"]}";

    private static Story escalated(Flow.Spec step) {
        Story story = Story.of(Flow.of(step));
        story.due("ok");
        assertThat(story.status("ok")).isEqualTo(StepStatus.ESCALATED);
        return story;
    }

    private static Command resolve(String output) {
        return new Command.ResolveStep(StepPath.of("ok"), new Json(output), "ann");
    }

    @Test
    @DisplayName("S12 a person resolves a step that waits for a signal only with data that the signal could have")
    void resolvedAsTheSignal() {
        Story story = escalated(
                step("ok").then(OnExhausted.Then.ESCALATE).schema(BY).awaits("approval", Duration.ofDays(2), null));

        assertThat(message(story, resolve("{}"))).contains("does not match its definition", "by");
        assertThat(story.refused(resolve("{}"))).isEqualTo(Refusal.INVALID_DATA);
        story.must(resolve("{\"by\":\"bob\"}"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private static Story escalated(String await) {
        Plan plan =
                Plan.of(DefinitionReader.parse("workflow: w\nsteps: { ok: { onExhausted: escalate, " + await + " } }"));
        Story story = Story.of(plan, "{}", null, 1);
        story.due("ok");
        assertThat(story.status("ok")).isEqualTo(StepStatus.ESCALATED);
        return story;
    }

    @Test
    @DisplayName("S12 of one of several signals, the person names one and gives its data")
    void resolvedAsOneOfSeveral() {
        Story story = escalated("await: { signal: [paid, cancelled], timeout: 2d, schema: " + BY + " }");

        assertThat(message(story, resolve("{\"signal\":\"payed\",\"data\":{\"by\":\"bob\"}}")))
                .contains("paid, cancelled");
        assertThat(story.refused(resolve("{\"by\":\"bob\"}"))).isEqualTo(Refusal.INVALID_DATA);
        assertThat(message(story, resolve("{\"signal\":\"paid\",\"data\":{}}"))).contains("output.data");
        assertThat(story.refused(resolve("{\"signal\":\"paid\"}"))).isEqualTo(Refusal.INVALID_DATA);
        story.must(resolve("{\"signal\":\"paid\",\"data\":{\"by\":\"bob\"}}"));
    }

    @Test
    @DisplayName("S12 of a step that collects signals, the person gives a list of their data")
    void resolvedAsAList() {
        Story story = escalated("await: { signal: vote, timeout: 2d, schema: " + BY
                + " }, repeat: { until: \"${ $count(output) = 3 }\" }");

        assertThat(story.refused(resolve("{\"by\":\"bob\"}"))).isEqualTo(Refusal.INVALID_DATA);
        assertThat(message(story, resolve("[{\"by\":\"bob\"},{}]"))).contains("output[1]");
        story.must(resolve("[{\"by\":\"bob\"},{\"by\":\"ann\"}]"));
    }

    @Test
    @DisplayName("A step without a schema is resolved with any output")
    void resolvedWithoutSchema() {
        escalated("await: { signal: [paid, cancelled], timeout: 2d }").must(resolve("{\"signal\":\"other\"}"));
    }

    @Test
    @DisplayName("S7 a signal for a step of finally is kept for it while the execution is undone")
    void keptForFinally() {
        Story story =
                Story.of(Flow.of(step("a").compensated(), step("b").after("a").awaits("go"))
                        .andFinally(step("seen").awaits("seen")));
        story.done("a").cancel();
        assertThat(story.status("a")).isEqualTo(StepStatus.COMPENSATING);

        assertThat(story.refused(signal("go", null, "1"))).isEqualTo(Refusal.WRONG_STATE);
        story.signal("seen", "7").done("a");

        assertThat(story.step("seen").output()).isEqualTo(new Json("7"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S7 a signal for a step of finally is kept for it while attempts are still under way")
    void keptForFinallyWhileClosing() {
        Story story = Story.of(Flow.of(step("a")).andFinally(step("seen").awaits("seen")));
        story.start("a");
        story.cancel().signal("seen", "7");
        assertThat(story.refused(signal("seen", null, "\"" + "x".repeat(2_000_000) + "\"")))
                .isEqualTo(Refusal.LIMIT);
        story.done("a");

        assertThat(story.step("seen").output()).isEqualTo(new Json("7"));
    }

    @Test
    @DisplayName("S12 while the execution is undone, the data must fit the steps of finally alone")
    void fitsFinally() {
        Story story = Story.of(Flow.of(
                        step("a").compensated(),
                        step("b").after("a").schema(BY).awaits("seen", Duration.ofDays(2), null))
                .andFinally(step("seen").schema("{\"type\":\"number\"}").awaits("seen", Duration.ofDays(2), null)));
        story.done("a").cancel();

        assertThat(story.refused(signal("seen", null, "{\"by\":\"bob\"}"))).isEqualTo(Refusal.INVALID_DATA);
        story.signal("seen", "7").done("a");
        assertThat(story.step("seen").output()).isEqualTo(new Json("7"));
    }

    @Test
    @DisplayName("S7 a signal that moves the time of a step of finally is kept for it while the execution is undone")
    void movesFinally() {
        Plan plan = Plan.of(DefinitionReader.parse("""
                workflow: w
                steps: { a: { action: a.do, compensate: a.undo } }
                finally: { seen: { waitUntil: "${ signal ? signal : 4e12 }", updateOn: moved } }
                """));
        Story story = Story.of(plan, "{}", null, 1);
        story.start("a");
        story.cancel().signal("moved", "1").done("a").done("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("Steps of finally may wait for a signal too")
    void inFinally() {
        Story story = Story.of(Flow.of(step("a")).andFinally(step("seen").awaits("seen")));
        story.done("a").signal("seen", "1");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 I16 a signal that a step waits for is accepted, regardless of the history's length and "
            + "other signals")
    void thereIsAlwaysRoomForWhatIsAwaited() {
        Story story = Story.of(Flow.of(
                step("job"),
                step("ok").awaits("go").after("job"),
                step("later").awaits("other").after("ok")));
        for (int i = 0; i < Signals.WAITING_MAX; i++) {
            story.signal("other", "1");
        }
        Command.RecordCheckpoint checkpoint = new Command.RecordCheckpoint(story.start("job"), new Json("1"));
        while (story.give(checkpoint) instanceof Decision.Accepted) {}
        assertThat(story.refused(signal("other", null, "1"))).isEqualTo(Refusal.LIMIT);
        story.done("job");

        story.signal("go", "7");

        assertThat(story.step("ok").output()).isEqualTo(new Json("7"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
