package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Tolerate;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S7: loops, switches, signals and children are read, built and checked")
final class LanguageTest {

    private static final String SHIPPING = """
            workflow: shipping
            version: 1
            priority: 5
            labels: { customer: "${ input.customer }", kind: "order ${ input.kind }" }
            retention: 90d
            replyTo: "${ input.uri }"
            steps:
              route:
                switch: { express: "${ input.express }", bulk: "${ input.weight > 100 }", normal: otherwise }
              pack:
                after: [route.express, route.bulk]
                forEach: "${ input.parcels }"
                as: parcel
                concurrency: 10
                tolerate: 10%
                action: parcel.pack
                input: { parcel: "${ parcel.id }", number: "${ index }" }
                expected: 5s
                limit: { key: "${ parcel.hall }", concurrency: 1, rate: 10/s }
                output: { schema: { type: object } }
              ship:
                after: [pack]
                forEach: [1, two]
                tolerate: 1
                workflow: ship_parcel
                version: 3
                input: { parcel: "${ item }" }
                completeBy: 2d
                priority: 1
              track:
                after: [ship]
                action: parcel.track
                input: { cursor: "${ output.next }", round: "${ round }" }
                repeat: { until: "${ output.done or round > 7 }", delay: 5s, factor: 2, maxDelay: 10m, max: 50 }
              approval:
                await: { signal: approval, timeout: 2d, default: { approved: false }, schema: { type: object } }
                onExhausted: escalate
              either:
                after: [track, approval, route.normal]
                join: 2
                action: parcel.close
                pivot: true
              child:
                after: [either]
                workflow: other
            """;

    private static Definition built() {
        return DefinitionReader.of(Workflow.named("shipping")
                .version(1)
                .priority(5)
                .label("customer", "${ input.customer }")
                .label("kind", "order ${ input.kind }")
                .retention(Duration.ofDays(90))
                .replyTo("${ input.uri }")
                .step(
                        "route",
                        s -> s.switchCase("express", "${ input.express }")
                                .switchCase("bulk", "${ input.weight > 100 }")
                                .switchOtherwise("normal"))
                .step(
                        "pack",
                        s -> s.after("route.express", "route.bulk")
                                .forEach("${ input.parcels }")
                                .as("parcel")
                                .concurrency(10)
                                .tolerate(Tolerate.percent(10))
                                .action("parcel.pack")
                                .input(new Json("{\"parcel\": \"${ parcel.id }\", \"number\": \"${ index }\"}"))
                                .expected(Duration.ofSeconds(5))
                                .limit(l ->
                                        l.key("${ parcel.hall }").concurrency(1).rate(Rate.perSecond(10)))
                                .output(new Json("{\"type\":\"object\"}")))
                .step(
                        "ship",
                        s -> s.after("pack")
                                .forEach(List.of(1, "two"))
                                .tolerate(Tolerate.items(1))
                                .workflow("ship_parcel")
                                .version(3)
                                .input(Map.of("parcel", "${ item }"))
                                .completeBy(Duration.ofDays(2))
                                .priority(1))
                .step(
                        "track",
                        s -> s.after("ship")
                                .action("parcel.track")
                                .input(new Json("{\"cursor\": \"${ output.next }\", \"round\": \"${ round }\"}"))
                                .repeat(
                                        "${ output.done or round > 7 }",
                                        r -> r.delay(Duration.ofSeconds(5))
                                                .factor(2)
                                                .maxDelay(Duration.ofMinutes(10))
                                                .max(50)))
                .step(
                        "approval",
                        s -> s.await(
                                        "approval",
                                        a -> a.timeout(Duration.ofDays(2))
                                                .defaultOutput(Map.of("approved", false))
                                                .schema(new Json("{\"type\":\"object\"}")))
                                .onExhausted(OnExhausted.Then.ESCALATE))
                .step(
                        "either",
                        s -> s.after("track", "approval", "route.normal")
                                .join(Join.of(2))
                                .action("parcel.close")
                                .pivot())
                .step("child", s -> s.after("either").workflow("other"))
                .build());
    }

    @Test
    void theBuilderBuildsTheSameWithTheSameWords() {
        assertThat(built()).isEqualTo(DefinitionReader.parse(SHIPPING));
    }

    @Test
    void everyKeyIsRead() {
        Definition workflow = DefinitionReader.parse(SHIPPING);

        assertThat(workflow.execution().priority()).isEqualTo(5);
        assertThat(workflow.execution().retention()).isEqualTo(Duration.ofDays(90));
        assertThat(workflow.execution().labels()).containsOnlyKeys("customer", "kind");
        assertThat(step(workflow, "route").task())
                .isEqualTo(new Task.Switch(List.of(
                        new Task.Switch.Case("express", Expression.of("input.express")),
                        new Task.Switch.Case("bulk", Expression.of("input.weight > 100")),
                        new Task.Switch.Case("normal", null))));
        assertThat(step(workflow, "pack").after())
                .containsExactly(new Predecessor("route", "express"), new Predecessor("route", "bulk"));
        assertThat(step(workflow, "pack").predecessors()).containsExactly("route");
        assertThat(step(workflow, "pack").forEach())
                .isEqualTo(new ForEach(
                        Template.of(new Json("\"${ input.parcels }\"")), "parcel", 10, Tolerate.percent(10)));
        assertThat(step(workflow, "track").repeat())
                .isEqualTo(new Repeat(
                        Expression.of("output.done or round > 7"),
                        Duration.ofSeconds(5),
                        2,
                        Duration.ofMinutes(10),
                        50));
        assertThat(step(workflow, "either").join()).isEqualTo(Join.of(2));
        assertThat(step(workflow, "either").pivot()).isTrue();
        assertThat(step(workflow, "ship").task())
                .isInstanceOfSatisfying(
                        Task.Child.class, child -> assertThat(child.version()).isEqualTo(3));
        assertThat(step(workflow, "child").task())
                .isEqualTo(new Task.Child("other", null, null, null, OnExhausted.Then.ESCALATE, 0));
    }

    private static Step step(Definition workflow, String name) {
        return workflow.steps().stream()
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> problems(InvalidWorkflowException e) {
        return e.problems().stream().map(Problem::toString).toList();
    }

    private static List<String> problemsOf(String steps) {
        return problems(catchThrowableOfType(
                InvalidWorkflowException.class, () -> DefinitionReader.parse("workflow: w\nsteps:\n" + steps)));
    }

    @Test
    void edgesWithCasesAreChecked() {
        assertThat(problemsOf("""
                  route: { switch: { express: "${ input.e }", bulk: otherwise } }
                  pay: { action: x.y }
                  a: { after: [route.exprss, pay.x, rout.bulk], action: x.y }
                  b: { after: [route, route.bulk], action: x.y }
                  c: { after: [route.bulk, route.bulk], action: x.y }
                  d: { after: [route.express, route.bulk, pay], join: 3, action: x.y }
                """))
                .containsExactly(
                        "5:16: steps.a.after[0]: the switch 'route' has no case 'exprss'. Did you mean route.express?",
                        "5:30: steps.a.after[1]: the step 'pay' has no cases, as it is no switch. Write pay",
                        "5:37: steps.a.after[2]: there is no step 'rout'. Did you mean route.bulk?",
                        "6:23: steps.b.after[1]: 'route' is in the list both with a case and without. Remove one of them",
                        "7:28: steps.c.after[1]: 'route.bulk' is in the list twice. Remove it",
                        "8:55: steps.d.join: 3 steps are asked for, and only 2 come before. At most 2, or all");
    }

    @Test
    void badLoopsAreRefused() {
        assertThat(problemsOf("""
                  a: { forEach: 5, action: x.y }
                  b: { forEach: "input.files", action: x.y }
                  c: { forEach: [], action: x.y }
                  d: { forEach: "${ input.l }", as: index, tolerate: 110%, concurrency: 0, action: x.y }
                  e: { as: file, action: x.y }
                  f: { forEach: [1], wait: 1s }
                  g: { repeat: { until: "${ input.done }" }, action: x.y }
                  h: { repeat: { delay: 2m, maxDelay: 1m, max: 10001 }, action: x.y }
                  i: { repeat: { until: "${ output.done }", delay: 999999d }, action: x.y }
                """))
                .containsExactly(
                        "3:17: steps.a.forEach: expected a list, or an expression that gives one, found the number 5. For"
                                + " example \"${ input.files }\"",
                        "4:17: steps.b.forEach: expected one expression in ${ }, found the string 'input.files'. Write"
                                + " \"${ input.files }\"",
                        "5:17: steps.c.forEach: there is no item. Add at least one",
                        "6:37: steps.d.as: the name 'index' is taken. Choose another",
                        "6:54: steps.d.tolerate: expected how many items may fail, from 0 to 100,000, or a share from 0% to"
                                + " 100%, found the string '110%'",
                        "6:73: steps.d.concurrency: expected a whole number from 1 to 10,000, found the number 0",
                        "7:8: steps.e.as: 'as' belongs to 'forEach'. Add it, or remove the key",
                        "8:8: steps.f.forEach: 'forEach' belongs to a step with 'action', 'workflow' or 'steps', and this one has"
                                + " 'wait'. Remove it",
                        "9:25: steps.g.repeat.until: this is the same after every round, as it refers to neither 'output'"
                                + " nor 'round'. For example \"${ output.done }\"",
                        "10:16: steps.h.repeat: 'until' is missing. Add when to stop: until: \"${ output.done }\"",
                        "10:39: steps.h.repeat.maxDelay: maxDelay (1m) is less than delay (2m)",
                        "10:48: steps.h.repeat.max: expected a whole number from 1 to 10,000, found the number 10001",
                        "11:52: steps.i.repeat.delay: '999999d' is longer than the limit of 3650d");
    }

    @Test
    void namesAreKnownOnlyWhereTheyMeanSomething() {
        assertThat(problemsOf("""
                  a: { action: x.y, input: "${ item & output & round & index }" }
                  b: { forEach: "${ item }", as: file, when: "${ file }", action: x.y, input: "${ file & item & fil }" }
                  c: { repeat: { until: "${ output & index }" }, when: "${ round }", action: x.y }
                  d: { switch: { x: "${ steps.e.output }" } }
                  e: { await: { signal: s, timeout: 1s, default: "${ steps.e.output }" } }
                  f: { forEach: [1], action: x.y, compensate: { action: x.z, input: "${ item & output & round }" } }
                """))
                .extracting(problem -> problem.substring(problem.indexOf(' ') + 1))
                .containsExactly(
                        "steps.a.input: 'item' is only known in a step with 'forEach'",
                        "steps.a.input: 'output' is only known in a step with 'repeat'",
                        "steps.a.input: 'round' is only known in a step with 'repeat'",
                        "steps.a.input: 'index' is only known in a step with 'forEach'",
                        "steps.b.forEach: 'item' is only known in a step with 'forEach'",
                        "steps.b.when: there is no 'file' (at character 1 of the expression). Known names are input, steps,"
                                + " execution; text needs quotes",
                        "steps.b.input: 'item' is only known in a step with 'forEach'",
                        "steps.b.input: there is no 'fil' (at character 15 of the expression). Did you mean file?",
                        "steps.c.repeat.until: 'index' is only known in a step with 'forEach'",
                        "steps.c.when: 'round' is only known in a step with 'repeat'",
                        "steps.d.switch.x: the step 'e' need not be settled by then: 'd' does not come after it. Add e to"
                                + " 'after' of d",
                        "steps.e.await.default: the step refers to itself, and has no output yet",
                        "steps.f.compensate.input: 'round' is only known in a step with 'repeat'");
    }

    @Test
    void badSwitchesSignalsChildrenAndLimitsAreRefused() {
        assertThat(problemsOf("""
                  a: { switch: { rest: otherwise, x: "${ input.x }" } }
                  b: { switch: {} }
                  c: { switch: { Bad Case: otherwise } }
                  d: { await: { default: 1 } }
                  e: { await: { signal: s, timeout: 10000d } }
                  f: { await: { signal: s, timeout: 1d, default: { ok: 1 }, schema: { properties: { ok: { type: boolean } } } } }
                  g: { workflow: w }
                  h: { workflow: x, version: newest }
                  i: { action: x.y, limit: { key: a } }
                  j: { action: x.y, limit: { rate: 10 per second, concurrency: 1 } }
                  k: { await: s, input: 1, onExhausted: { pause: 1h } }
                """))
                .containsExactly(
                        "3:18: steps.a.switch.rest: 'otherwise' holds always: the cases after 'rest' are never chosen. Move"
                                + " it to the end",
                        "4:16: steps.b.switch: there is no case. Add at least one",
                        "5:18: steps.c.switch[\"Bad Case\"]: 'Bad Case' is not a name: expected small letters, digits and _,"
                                + " beginning with a letter. For example bad_case",
                        "6:15: steps.d.await: the signal has no name. Add 'signal: name'",
                        "6:17: steps.d.await.default: 'default' is never used, as the step waits forever. Add 'timeout', or"
                                + " remove 'default'",
                        "7:37: steps.e.await.timeout: '10000d' is longer than the limit of 3650d",
                        "8:56: steps.f.await.default.ok: not what the schema asks for: integer found, boolean expected",
                        "9:18: steps.g.workflow: the workflow starts itself in any case, and so would never end. Add 'when'",
                        "10:30: steps.h.version: expected a version from 1 to 1,000,000,000, or latest, found the string"
                                + " 'newest'",
                        "11:28: steps.i.limit: nothing is limited. Add 'concurrency: 1' or 'rate: 10/s'",
                        "12:36: steps.j.limit.rate: '10 per second' is not a rate: expected a number from 1 to 1,000,000 and a"
                                + " unit, such as 10/s, 600/m, 1000/h or 5/d",
                        "13:18: steps.k.input: 'input' belongs to a step with 'action', 'workflow' or 'steps', and this one has"
                                + " 'await'. Remove it",
                        "13:43: steps.k.onExhausted.pause: 'pause' is for a step with 'action', and this one is not retried."
                                + " Remove it");
    }

    @Test
    void whatIsComputedAtTheStartKnowsNoSteps() {
        InvalidWorkflowException e =
                catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionReader.parse("""
                workflow: w
                priority: 101
                labels: { a: "${ steps.x.output }", b: 5 }
                replyTo: orders
                retention: 0s
                steps:
                  x: { action: x.y }
                """));

        assertThat(problems(e))
                .containsExactly(
                        "2:11: priority: expected a whole number from -100 to 100, found the number 101",
                        "3:14: labels.a: nothing is known of steps when an execution starts",
                        "3:40: labels.b: expected text, or an expression such as \"${ input.customer }\", found the number 5",
                        "4:10: replyTo: 'orders' is not a whole URI. For example https://example.org/orders",
                        "5:12: retention: '0s' is too short: at least 1ms");
    }
}
