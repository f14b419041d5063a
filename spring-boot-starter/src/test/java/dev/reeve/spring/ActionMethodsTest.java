package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reeve.AgentStatus;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.annotation.AliasFor;
import org.springframework.scheduling.annotation.Async;

@DisplayName("Methods of beans that perform actions")
final class ActionMethodsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Ends at the first failure, which the result then shows. */
    private static final JobOptions ONCE =
            JobOptions.defaults().withRetry(Retry.DEFAULT.withMaxAttempts(1)).withOnExhausted(OnExhausted.COMPENSATE);

    @TempDir
    private Path directory;

    private ApplicationContextRunner application(Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withUserConfiguration(beans)
                .withPropertyValues(
                        "reeve.sqlite.file=" + directory.resolve("app.db"), "reeve.workflows=", "shop.prefix=shop");
    }

    private static <T> T run(Reeve reeve, String action, Object input, Class<T> type) {
        return reeve.run(action, input, Start.plain(), ONCE).await(type, PATIENCE);
    }

    record Charge(String card, int cents) {}

    record Receipt(String text) {}

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @Action("")
    @interface ShopAction {
        @AliasFor(annotation = Action.class, attribute = "value")
        String name();
    }

    @Configuration(proxyBeanMethods = false)
    static class Shapes {

        static class Plain {

            @Action("shape.both")
            Receipt both(Charge charge, StepContext step) {
                return new Receipt(charge.card() + charge.cents() + step.action() + step.attempt());
            }

            @Action("shape.reversed")
            Receipt reversed(StepContext step, Charge charge) {
                return new Receipt(charge.card() + step.action());
            }

            @Action("shape.nothing")
            void nothing() {}

            @Action("shape.context")
            String context(StepContext step) {
                return step.idempotencyKey();
            }

            @Action("shape.number")
            int number(int value) {
                return value + 1;
            }

            @Action("shape.map")
            Object map(Map<String, Object> input) {
                return input.keySet();
            }

            @Action("shape.json")
            String json(Json input) {
                return input.text();
            }

            @Action("shape.future")
            CompletableFuture<Receipt> future(Charge charge) {
                return CompletableFuture.supplyAsync(() -> new Receipt("later " + charge.cents()));
            }

            @ShopAction(name = "${shop.prefix}.composed")
            @SuppressWarnings("UnusedMethod") // called by the agent
            private String composed() {
                return "composed";
            }
        }

        abstract static class Generic<T> {
            @Action("shape.generic")
            Object generic(T input) {
                return input.getClass().getSimpleName();
            }
        }

        static class OfCharges extends Generic<Charge> {}

        @Bean
        Plain plain() {
            return new Plain();
        }

        @Bean
        OfCharges generic() {
            return new OfCharges();
        }
    }

    @Test
    @DisplayName("They take an input, a StepContext, both or nothing, and return a value, a future or nothing")
    void shapes() {
        application(Shapes.class).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            Charge charge = new Charge("c", 5);

            assertThat(run(reeve, "shape.both", charge, Receipt.class).text()).isEqualTo("c5shape.both1");
            assertThat(run(reeve, "shape.reversed", charge, Receipt.class).text())
                    .isEqualTo("cshape.reversed");
            assertThat(run(reeve, "shape.nothing", charge, Json.class).text()).isEqualTo("null");
            assertThat(run(reeve, "shape.context", charge, String.class)).isNotBlank();
            assertThat(run(reeve, "shape.number", 41, Integer.class)).isEqualTo(42);
            assertThat(run(reeve, "shape.map", charge, Json.class).text()).isEqualTo("[\"card\",\"cents\"]");
            assertThat(run(reeve, "shape.json", charge, String.class)).contains("\"cents\":5");
            assertThat(run(reeve, "shape.future", charge, Receipt.class).text()).isEqualTo("later 5");
            assertThat(run(reeve, "shop.composed", charge, String.class)).isEqualTo("composed");
            assertThat(run(reeve, "shape.generic", charge, String.class)).isEqualTo("Charge");
        });
    }

    interface Sender {
        String send(String text) throws Exception;
    }

    static class Mails implements Sender {
        final AtomicInteger made = new AtomicInteger();

        @Override
        @Action("mail.send")
        public String send(String text) throws Exception {
            return "sent " + text;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxies {

        /** A proxy that has the interface only. */
        @Bean
        Sender interfaceProxy() {
            return (Sender) proxied(new Mails(), false);
        }

        static class Parcels {
            @Action("parcel.send")
            public String send(String text) {
                return "parcel " + text;
            }
        }

        /** A proxy that extends the class. */
        @Bean
        Parcels classProxy() {
            return (Parcels) proxied(new Parcels(), true);
        }

        private static Object proxied(Object target, boolean asClass) {
            ProxyFactory factory = new ProxyFactory(target);
            factory.setProxyTargetClass(asClass);
            factory.addAdvice((MethodInterceptor) invocation -> "advised: " + invocation.proceed());
            return factory.getProxy();
        }

        static final AtomicInteger LAZY = new AtomicInteger();
        static final AtomicInteger PROTOTYPES = new AtomicInteger();

        static class LazyBean {
            LazyBean() {
                LAZY.incrementAndGet();
            }

            @Action("lazy.call")
            int call() {
                return LAZY.get();
            }
        }

        @Bean
        @Lazy
        LazyBean lazy() {
            return new LazyBean();
        }

        static class PrototypeBean {
            private final int number = PROTOTYPES.incrementAndGet();

            @Action("prototype.call")
            int call() {
                return number;
            }
        }

        @Bean
        @Scope("prototype")
        PrototypeBean prototype() {
            return new PrototypeBean();
        }

        static class ScopedBean {
            @Action("scoped.call")
            public String call() {
                return Thread.currentThread().isVirtual() ? "virtual" : "platform";
            }
        }

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        ScopedBean scoped() {
            return new ScopedBean();
        }
    }

    @Test
    @DisplayName("They are called through the proxies of their beans, also of lazy, scoped and prototype beans")
    void proxies() {
        Proxies.LAZY.set(0);
        Proxies.PROTOTYPES.set(0);
        application(Proxies.class)
                .withInitializer(context -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);

                    assertThat(run(reeve, "mail.send", "a", String.class)).isEqualTo("advised: sent a");
                    assertThat(run(reeve, "parcel.send", "b", String.class)).isEqualTo("advised: parcel b");
                    assertThat(Proxies.LAZY).as("before the first call").hasValue(0);
                    assertThat(run(reeve, "lazy.call", "", Integer.class)).isEqualTo(1);
                    assertThat(run(reeve, "lazy.call", "", Integer.class)).isEqualTo(1);
                    assertThat(run(reeve, "prototype.call", "", Integer.class)).isEqualTo(1);
                    assertThat(run(reeve, "prototype.call", "", Integer.class)).isEqualTo(2);
                    assertThat(run(reeve, "scoped.call", "", String.class)).isEqualTo("virtual");
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {

        static class Beans {
            @Action("fail.business")
            String business() {
                throw StepFailure.businessError("CARD_DECLINED", "over the limit");
            }

            @Action("fail.checked")
            String checked() throws java.io.IOException {
                throw new java.io.IOException("no route");
            }

            @Action("fail.future")
            CompletableFuture<String> future() {
                return CompletableFuture.failedFuture(
                        new CompletionException(StepFailure.businessError("LATER", "not now")));
            }

            @Action("fail.number")
            int number(int value) {
                return value;
            }

            @Action("fail.mismatch")
            String mismatch(Charge charge) {
                return charge.card();
            }
        }

        @Bean
        Beans beans() {
            return new Beans();
        }

        /** Proxies wrap checked exceptions that a method does not declare. */
        @Bean
        Sender undeclared() {
            ProxyFactory factory = new ProxyFactory();
            factory.setInterfaces(Quiet.class);
            factory.setTarget(new QuietMails());
            factory.addAdvice((MethodInterceptor) invocation -> {
                throw new java.io.IOException("from the advice");
            });
            Quiet proxy = (Quiet) factory.getProxy();
            return new Calling(proxy);
        }

        interface Quiet {
            String send(String text);
        }

        static class QuietMails implements Quiet {
            @Override
            public String send(String text) {
                return text;
            }
        }

        record Calling(Quiet quiet) implements Sender {
            @Override
            @Action("fail.undeclared")
            public String send(String text) {
                return quiet.send(text);
            }
        }
    }

    @Test
    @DisplayName("Their exceptions mean the same as those of a Handler, without what reflection and proxies add")
    void exceptions() {
        application(Failing.class).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);

            assertThat(failure(reeve, "fail.business", "")).satisfies(failure -> {
                assertThat(failure.cause()).isEqualTo(Cause.BUSINESS);
                assertThat(failure.code()).isEqualTo("CARD_DECLINED");
            });
            assertThat(failure(reeve, "fail.checked", "")).satisfies(failure -> {
                assertThat(failure.cause()).isEqualTo(Cause.TRANSIENT);
                assertThat(failure.message()).contains("no route");
                assertThat(failure.possiblyDone()).isTrue();
            });
            assertThat(failure(reeve, "fail.undeclared", "").message()).contains("from the advice");
            assertThat(failure(reeve, "fail.future", "").code()).isEqualTo("LATER");
            assertThat(failure(reeve, "fail.number", Json.parse("null")).code()).isEqualTo("INPUT_MISMATCH");
            assertThat(failure(reeve, "fail.mismatch", "text").code()).isEqualTo("INPUT_MISMATCH");
        });
    }

    private static Failure failure(Reeve reeve, String action, Object input) {
        Execution job = reeve.run(action, input, Start.plain(), ONCE);
        ExecutionResult unused = job.awaitEnd(PATIENCE);
        return job.history().stream()
                .map(HistoryEntry::event)
                .filter(Event.AttemptFailed.class::isInstance)
                .map(event -> ((Event.AttemptFailed) event).failure())
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoAgents {

        static class Services {
            @Action(value = "card.charge", agent = "bank")
            String charge() {
                return "";
            }

            @Action("mail.send")
            String mail() {
                return "";
            }
        }

        @Bean
        Services services() {
            return new Services();
        }
    }

    @Test
    @DisplayName("Actions of another agent have slots of their own")
    void agents() {
        application(TwoAgents.class)
                .withPropertyValues("reeve.agent.name=shop", "reeve.agent.slots=50", "reeve.agents.bank.slots=3")
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    Awaitility.await()
                            .untilAsserted(() -> assertThat(reeve.health().agents())
                                    .extracting(AgentStatus::name, AgentStatus::slots)
                                    .containsExactlyInAnyOrder(tuple("bank", 3), tuple("shop", 50)));
                });
        application(TwoAgents.class)
                .withPropertyValues("reeve.agents.bnak.slots=3")
                .run(context ->
                        assertThat(context.getStartupFailure()).hasStackTraceContaining("perform no action: [bnak]"));
    }

    static class Unfit {
        static class TooMany {
            @Action("x.y")
            void call(String one, String two) {}
        }

        static class Elements {
            @Action("x.y")
            void call(List<Charge> charges) {}
        }

        static class Asynchronous {
            @Async
            @Action("x.y")
            void call() {}
        }

        static class Twice {
            @Action("x.y")
            void one() {}

            @Action("x.y")
            void two() {}
        }

        static class Unnamed {
            @Action("")
            void call() {}
        }

        static class Hidden extends Mails {
            @Action("x.y")
            public String hidden() {
                return "";
            }
        }
    }

    @Test
    @DisplayName("A method that cannot perform an action stops the start with the remedy")
    void unfit() {
        refuses(new Unfit.TooMany(), "more parameters than one input and one StepContext", "one record");
        refuses(new Unfit.Elements(), "List<", "a record with this member");
        refuses(new Unfit.Asynchronous(), "would be completed before the work is done", "Remove @Async");
        refuses(new Unfit.Twice(), "Two methods perform the action x.y", "Twice.one", "Twice.two");
        refuses(new Unfit.Unnamed(), "Unnamed.call", "no name");
        ProxyFactory factory = new ProxyFactory(new Unfit.Hidden());
        refuses(factory.getProxy(), "cannot be called through the proxy", "spring.aop.proxy-target-class=true");
    }

    private void refuses(Object bean, String... messages) {
        application()
                .withInitializer(context -> context.getBeanFactory().registerSingleton("unfit", bean))
                .run(context -> {
                    @Nullable Throwable failure = context.getStartupFailure();
                    assertThat(Objects.requireNonNull(failure)).satisfies(thrown -> {
                        for (String message : messages) {
                            assertThat(thrown).hasStackTraceContaining(message);
                        }
                    });
                });
    }
}
