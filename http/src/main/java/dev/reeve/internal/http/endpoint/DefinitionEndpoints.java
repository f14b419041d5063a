package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.get;
import static dev.reeve.internal.http.Endpoint.post;

import dev.reeve.Deployed;
import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.document.DefinitionListDocument;
import dev.reeve.internal.document.DeploymentDocument;
import dev.reeve.internal.document.MoveCheckDocument;
import dev.reeve.internal.document.ProblemDocument;
import dev.reeve.internal.document.UndeploymentDocument;
import dev.reeve.internal.document.ValidationDocument;
import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.svg.Svg;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.EntityTag;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Deploys, shows, draws, checks and removes definitions. */
final class DefinitionEndpoints {

    private static final int DEFINITIONS_MAX = 100;

    /** A picture may use its own style sheet, and nothing else. */
    private static final String PICTURE_POLICY = "default-src 'none'; style-src 'sha256-%s'; frame-ancestors 'none'"
            .formatted(Base64.getEncoder().encodeToString(sha256(Svg.styleSheet())));

    private final Door door;
    private final DrawingTexts drawings = new DrawingTexts();

    DefinitionEndpoints(Door door) {
        this.door = door;
    }

    List<Endpoint> all() {
        return List.of(
                post(
                        "/v1/definitions",
                        Operation.DEPLOY_DEFINITIONS,
                        call -> deployed(List.of(door.open(call).deploy(workflow(call))))),
                post("/v1/deployments", Operation.DEPLOY_DEFINITIONS, this::deployTogether)
                        .bodyMax(Endpoint.BODY_MAX_OF_MANY),
                post("/v1/definitions/validate", Operation.VALIDATE, DefinitionEndpoints::validate),
                post(
                                "/v1/definitions/check",
                                Operation.CHECK_MOVES,
                                call -> Answer.json(
                                        MoveCheckDocument.of(door.open(call).check(workflow(call)))))
                        .large(),
                get(
                        "/v1/definitions",
                        Operation.LIST_DEFINITIONS,
                        call -> Answer.json(
                                DefinitionListDocument.of(door.open(call).definitions()))),
                get("/v1/definitions/{workflow}/{version}", Operation.LIST_DEFINITIONS, this::show),
                get(
                        "/v1/definitions/{workflow}/{version}/drawing",
                        Operation.LIST_DEFINITIONS,
                        call -> draw(call, false)),
                get(
                        "/v1/definitions/{workflow}/{version}/drawing.svg",
                        Operation.LIST_DEFINITIONS,
                        call -> draw(call, true)),
                new Endpoint("DELETE", "/v1/definitions/{workflow}/{version}", Operation.UNDEPLOY, 0, this::undeploy));
    }

    /** The definition in the body: YAML or JSON. */
    private static Workflow workflow(Call call) {
        call.requireType("application/yaml", "application/json", "text/yaml", "application/x-yaml");
        return Workflow.parse(call.request().body().text(call.bodyMax()), "the definition");
    }

    private static Answer deployed(List<Deployed> deployed) {
        boolean created = deployed.stream().anyMatch(Deployed::created);
        Answer.Value answer = Answer.json(DeploymentDocument.of(deployed));
        return new Answer.Value(created ? 201 : 200, answer.headers(), answer.contentType(), answer.body());
    }

    private Answer deployTogether(Call call) {
        JsonFields body = call.fields();
        List<String> texts = body.strings("definitions");
        body.end();
        if (texts.isEmpty() || texts.size() > DEFINITIONS_MAX) {
            throw HttpException.badRequest("'definitions': expected 1 to %d texts in YAML or JSON, found %d"
                    .formatted(DEFINITIONS_MAX, texts.size()));
        }
        List<Workflow> workflows = texts.stream().map(Workflow::parse).toList();
        return deployed(door.open(call).deploy(workflows));
    }

    private static Answer validate(Call call) {
        try {
            workflow(call);
            return Answer.json(new ValidationDocument(true, List.of()));
        } catch (InvalidWorkflowException e) {
            return Answer.json(new ValidationDocument(
                    false,
                    e.problems().stream()
                            .map(it -> ProblemDocument.of(null, it))
                            .toList()));
        }
    }

    private Answer show(Call call) {
        Json content = definition(call);
        return unlessKnown(call, fingerprint(content.text()), () -> Answer.json(200, content.text()));
    }

    private Answer draw(Call call, boolean svg) {
        Json content = definition(call);
        DrawingOptions options = DrawingOptions.defaults()
                .withCompensations(flag(call, "compensations", false))
                .withFolded(flag(call, "folded", true));
        String tag = DrawingTexts.tag(fingerprint(content.text()), options, svg);
        return unlessKnown(call, tag, () -> {
            String text = drawings.text(tag, content, options, svg);
            return svg
                    ? Answer.text("image/svg+xml", text).with("Content-Security-Policy", PICTURE_POLICY)
                    : Answer.json(200, text);
        });
    }

    private static boolean flag(Call call, String name, boolean otherwise) {
        String value = call.query(name).orElse(Boolean.toString(otherwise));
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpException.badRequest("'%s': expected true or false".formatted(name));
        };
    }

    /** The version {@code 0} is the highest one. A version has the same definition until it is removed. */
    private Json definition(Call call) {
        return door.open(call)
                .definition(call.parameter("workflow"), Door.number(call, "version"))
                .orElseThrow(() ->
                        ReeveException.of(ErrorCode.WORKFLOW_UNKNOWN, "no such version of the workflow is deployed"));
    }

    /** The answer, or 304 if the client has it. */
    private static Answer unlessKnown(Call call, String name, Supplier<Answer.Value> answer) {
        String tag = "\"" + name + "\"";
        return EntityTag.isKnown(call.request(), tag)
                ? new Answer.Value(304, Map.of("ETag", tag), "", "")
                : answer.get().with("ETag", tag);
    }

    private static String fingerprint(String text) {
        return HexFormat.of().formatHex(sha256(text), 0, 16);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Answer undeploy(Call call) {
        String workflow = call.parameter("workflow");
        int version = Door.number(call, "version");
        String reason = call.query("reason").orElseThrow(() -> HttpException.badRequest("'reason' is missing"));
        door.open(call).undeploy(workflow, version, reason);
        return Answer.json(new UndeploymentDocument(workflow, version, Door.actor(call)));
    }
}
