package dev.reeve.internal.engine.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.WebhookOptions;
import dev.reeve.WebhookSignature;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D17: signatures that others can verify, and nobody else can make. */
final class WebhookSignatureTest {

    /** The example of the Standard Webhooks specification. */
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazgeurw2Ei0=";
    private static final Instant AT = Instant.ofEpochSecond(1_614_265_330);
    private static final String BODY = "{\"test\": 2432232314}";

    private final WebhookSignature signature = WebhookSignature.of(SECRET);

    private boolean verify(String header, String body, Instant now) {
        return signature.verify("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", header, body, now);
    }

    @Test
    @DisplayName("the example of Standard Webhooks is signed as its libraries sign it, and verified")
    void theExampleOfTheStandard() {
        String signed = signature.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", AT, BODY);

        assertThat(signed).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assertThat(verify(signed, BODY, AT)).isTrue();
        assertThat(verify("v2,abc v1,AAAA " + signed, BODY, AT)).isTrue();
    }

    @Test
    @DisplayName("a changed, old or foreign signature is not genuine")
    void whatIsNotGenuine() {
        String signed = signature.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", AT, BODY);

        assertThat(verify(signed, BODY + " ", AT)).isFalse();
        assertThat(verify(signed, BODY, AT.plusSeconds(301))).isFalse();
        assertThat(verify(signed, BODY, AT.minusSeconds(301))).isFalse();
        assertThat(verify(signed.substring(3), BODY, AT)).isFalse();
        assertThat(verify("v1,", BODY, AT)).isFalse();
        assertThat(verify(WebhookSignature.of(OTHER).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", AT, BODY), BODY, AT))
                .isFalse();
        for (String timestamp : List.of("", "x", "99999999999999999999", "-9223372036854775808")) {
            assertThat(signature.verify("msg", timestamp, signed, BODY, AT)).isFalse();
        }
        assertThat(signature.verify(null, "1614265330", signed, BODY, AT)).isFalse();
    }

    @Test
    @DisplayName("while a secret changes, a message is valid with either secret")
    void rotation() {
        String both = WebhookSignature.of(OTHER, SECRET).sign("id", AT, BODY);

        for (WebhookSignature one : List.of(WebhookSignature.of(OTHER), signature)) {
            assertThat(one.verify("id", "1614265330", both, BODY, AT)).isTrue();
        }
    }

    @Test
    @DisplayName("an invalid secret is refused without showing it")
    void badSecrets() {
        for (String bad :
                List.of("", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_not base64 at all!")) {
            assertThatThrownBy(() -> WebhookSignature.of(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("secret: expected whsec_")
                    .hasNoCause();
        }
        assertThat(WebhookOptions.secret(SECRET).toString()).doesNotContain("MfKQ");
    }
}
