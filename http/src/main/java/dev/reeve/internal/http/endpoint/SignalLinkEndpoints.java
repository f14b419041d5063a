package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.post;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.StepActivity;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.http.Addresses;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.internal.http.RequestLimits;
import dev.reeve.internal.http.TokenBuckets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes links to steps that wait for a signal, and takes the answers of those who have such a link. The token of a link
 * is the credential, so it needs no key. It is sent in bodies only, because addresses are kept by logs, proxies and
 * browsers. To a wrong token nothing is said about any execution.
 */
public final class SignalLinkEndpoints {

    static final Duration EXPIRES_IN = Duration.ofDays(7);
    static final Duration EXPIRES_IN_MIN = Duration.ofMinutes(1);
    static final Duration EXPIRES_IN_MAX = Duration.ofDays(90);

    /** How many requests with one link are taken each second. A person needs no more. */
    private static final int PER_LINK = 10;

    /** How many texts that are no links an address may send each second. */
    private static final int UNKNOWN_PER_ADDRESS = 100;

    /** A body with a token and little else. */
    private static final int TOKEN_BODY_MAX = 8 << 10;

    private static final String MAKE = "/v1/executions/{id}/signals/{name}/links";
    private static final String OPEN = "/v1/links/open";
    private static final String ANSWER = "/v1/links/answer";

    /** As the history names the sender. */
    private static final String SENDER = "link of ";

    private static final int ACTOR_MAX = 255;

    private final Door door;
    private final Admission admission;
    private final SignalLinks links;
    private final InstantSource clock;
    private final TokenBuckets perLink;
    private final TokenBuckets addresses;

    private SignalLinkEndpoints(
            Door door, Admission admission, SignalLinks links, InstantSource clock, LongSupplier nanos) {
        this.door = door;
        this.admission = admission;
        this.links = links;
        this.clock = clock;
        this.perLink = new TokenBuckets(PER_LINK, nanos);
        this.addresses = new TokenBuckets(UNKNOWN_PER_ADDRESS, nanos);
    }

    /**
     * @param secret known to the servers of a store, and to nobody else; not empty
     * @param nanos a monotonic clock
     */
    public static List<Endpoint> of(
            Reeve reeve, Admission admission, byte[] secret, InstantSource clock, LongSupplier nanos) {
        SignalLinkEndpoints all = new SignalLinkEndpoints(
                new Door(reeve, admission.access(), admission.record()),
                admission,
                new SignalLinks(secret),
                clock,
                nanos);
        return endpoints(all::make, all::open, all::answer);
    }

    /**
     * For a server without a secret: refuses all of them.
     *
     * @param advice how to get one
     */
    public static List<Endpoint> without(String advice) {
        Endpoint.Action refusing = call -> {
            throw ReeveException.of(ErrorCode.REFUSED, "this server makes and takes no links: " + advice);
        };
        return endpoints(refusing, refusing, refusing);
    }

    private static List<Endpoint> endpoints(Endpoint.Action make, Endpoint.Action open, Endpoint.Action answer) {
        return List.of(
                post(MAKE, Operation.MAKE_LINK, make).bodyMax(TOKEN_BODY_MAX).large(),
                Endpoint.withToken(OPEN, open).bodyMax(TOKEN_BODY_MAX).large(),
                Endpoint.withToken(ANSWER, answer)
                        .bodyMax(Endpoint.BODY_MAX + TOKEN_BODY_MAX)
                        .large());
    }

    private Answer make(Call call) {
        JsonFields body = call.fields();
        Duration expiresIn = body.duration("expiresIn").orElse(EXPIRES_IN);
        Optional<StepPath> wanted = body.parsed("step", StepPath::parse);
        body.end();
        if (expiresIn.compareTo(EXPIRES_IN_MIN) < 0 || expiresIn.compareTo(EXPIRES_IN_MAX) > 0) {
            throw HttpException.badRequest("'expiresIn': expected 1 minute to 90 days, found " + expiresIn);
        }
        Execution execution = door.execution(call);
        String signal = call.parameter("name");
        ExecutionDescription description = execution.describe();
        String workflow = description.summary().workflow();
        admission.access().check(call.caller(), Operation.MAKE_LINK, call.namespace(), workflow);
        StepPath step = description.steps().stream()
                .filter(each -> waits(each, signal))
                .map(StepDescription::step)
                .filter(each -> wanted.isEmpty() || wanted.get().equals(each))
                .filter(each -> awaited(call.namespace(), description.summary(), each, signal)
                        .isPresent())
                .findFirst()
                .orElseThrow(() -> notAwaited(wanted, signal));
        Instant expires = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(expiresIn);
        String token = links.token(new SignalLinks.Link(
                call.namespace(),
                execution.id(),
                step,
                signal,
                "link-" + UUID.randomUUID(),
                call.caller().name(),
                expires));
        Subject subject = new Subject(execution.id() + " " + signal, execution.id(), workflow, null);
        admission
                .record()
                .add(new AccessRecord.Entry(
                        call.caller().name(),
                        call.request().origin(),
                        Operation.MAKE_LINK,
                        call.namespace(),
                        subject,
                        null,
                        null));
        String link = call.request().address("/console/link#" + token);
        return Answer.json(201, new Documents.SignalLink(token, link, signal, step, expires));
    }

    private static ReeveException notAwaited(Optional<StepPath> wanted, String signal) {
        String step =
                wanted.map(each -> "the step '" + each + "' does not wait").orElse("no step waits");
        return ReeveException.of(
                ErrorCode.REFUSED,
                "%s for the signal '%s' now: a link can be made while a step waits".formatted(step, signal));
    }

    /** Whether a step waits for a signal whose name, or one of whose names, may be this one. */
    private static boolean waits(StepDescription step, String signal) {
        return step.now() instanceof StepActivity.Waiting waiting
                && waiting.signal() != null
                && waiting.signal().contains(signal);
    }

    private Optional<AwaitedSignal> awaited(String namespace, ExecutionSummary of, StepPath step, String signal) {
        return door.definition(namespace, AwaitedSignal.deployedName(of.workflow()), of.version())
                .flatMap(definition -> AwaitedSignal.of(definition, of.workflow(), step.step(), signal));
    }

    private Answer open(Call call) {
        JsonFields body = call.fields();
        String token = body.required("token");
        body.end();
        Used used = used(call, token);
        if (used.answer() != null) {
            throw answered();
        }
        ExecutionSummary summary = used.description().summary();
        SignalLinks.Link link = used.link();
        AwaitedSignal signal = awaited(used);
        return Answer.json(new Documents.SignalForm(
                link.id(),
                summary.workflow(),
                signal.description(),
                link.step(),
                link.signal(),
                signal.schema(),
                link.expires()));
    }

    private Answer answer(Call call) {
        JsonFields body = call.fields();
        String token = body.required("token");
        Json data = body.json("data").orElse(Json.NULL);
        body.end();
        Used used = used(call, token);
        SignalLinks.Link link = used.link();
        if (used.answer() != null) {
            return accepted(used.answer(), data);
        }
        AwaitedSignal unused = awaited(used);
        try {
            used.execution().signalOnce(link.signal(), Door.sent(used.call(), data), link.id());
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.REFUSED || e.code() == ErrorCode.NOT_FOUND) {
                awaited(used(call, token)); // says what has changed meanwhile, without a word about the execution
                throw ReeveException.of(ErrorCode.REFUSED, "the answer is not taken now: ask for another link");
            }
            throw e;
        }
        // of two answers at the same time, the first one counts
        return accepted(Objects.requireNonNullElse(received(used.execution(), link), data), data);
    }

    private static Answer accepted(Json first, Json data) {
        if (!Objects.equals(first.value(), data.value())) {
            throw answered();
        }
        return Answer.nothing();
    }

    private static ReeveException answered() {
        return ReeveException.of(
                ErrorCode.CONFLICT, "this link has been used: the first answer counts, and it was taken");
    }

    /**
     * A link in use.
     *
     * @param call of the one who has made the link, with the rights that a link has
     * @param answer the data that was sent with it before; null if it was not used yet
     */
    private record Used(
            SignalLinks.Link link,
            Call call,
            Execution execution,
            ExecutionDescription description,
            @Nullable Json answer) {}

    /** Opens a link, and checks whether it can still be answered, or was. */
    private Used used(Call call, String token) {
        SignalLinks.Link link = links.open(token);
        if (link == null) {
            RequestLimits.check(addresses.take(Addresses.sender(call.request().origin())), "this address");
            throw ReeveException.of(
                    ErrorCode.NOT_FOUND, "this is no link of this server: copy the whole link, or ask for another one");
        }
        RequestLimits.check(perLink.take(link.id()), "this link");
        if (!clock.instant().isBefore(link.expires())) {
            throw ReeveException.of(
                    ErrorCode.REFUSED, "this link expired at %s: ask for another one".formatted(link.expires()));
        }
        Call own = asMaker(call, link);
        Execution execution = door.open(own).find(link.execution()).orElseThrow(SignalLinkEndpoints::ended);
        return new Used(link, own, execution, execution.describe(), received(execution, link));
    }

    /** The caller who answers with a link. It may send signals and do nothing that needs more rights than that. */
    private static Call asMaker(Call call, SignalLinks.Link link) {
        String name = SENDER + link.maker();
        Principal sender = new Principal(
                name.length() > ACTOR_MAX ? name.substring(0, ACTOR_MAX) : name,
                Map.of(link.namespace(), Set.of(Role.STARTER)));
        return new Call(call.request(), Map.of(), Map.of(), sender, link.namespace(), call.bodyMax());
    }

    /** The data that was sent with a link. */
    private static @Nullable Json received(Execution execution, SignalLinks.Link link) {
        for (HistoryEntry entry : execution.history()) {
            if (entry.event() instanceof Event.SignalReceived signal
                    && link.id().equals(signal.id())
                    && link.signal().equals(signal.signal())) {
                return signal.data();
            }
        }
        return null;
    }

    private static ReeveException ended() {
        return ReeveException.of(ErrorCode.REFUSED, "this link is of no use any more: its execution has ended");
    }

    /** The signal, if the step of the link still waits for it. */
    private AwaitedSignal awaited(Used used) {
        SignalLinks.Link link = used.link();
        if (used.description().status().isTerminal()) {
            throw ended();
        }
        boolean waits = used.description().steps().stream()
                .anyMatch(step -> step.step().equals(link.step()) && waits(step, link.signal()));
        Optional<AwaitedSignal> signal = waits
                ? awaited(link.namespace(), used.description().summary(), link.step(), link.signal())
                : Optional.empty();
        return signal.orElseThrow(() -> ReeveException.of(
                ErrorCode.CONFLICT,
                "this link is of no use any more: its step was answered in another way, or waits no longer"));
    }
}
