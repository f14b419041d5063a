package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;

/**
 * The checks that each request passes before its endpoint. Immutable.
 *
 * @param authentication finds out who sent a request
 * @param access decides what a caller may do
 * @param record keeps refused tries
 * @param hosts for which the server answers
 * @param proxies in front of the server
 * @param limits of addresses and keys
 */
public record Admission(
        Authentication authentication,
        Access access,
        AccessRecord record,
        AllowedHosts hosts,
        Proxies proxies,
        RequestLimits limits) {

    /** Answers for the own machine only, and keeps no record. */
    public static Admission of(Authentication authentication, Access access) {
        return new Admission(
                authentication, access, AccessRecord.NONE, AllowedHosts.loopback(), Proxies.NONE, RequestLimits.none());
    }

    public Admission recordedIn(AccessRecord wanted) {
        return new Admission(authentication, access, wanted, hosts, proxies, limits);
    }

    public Admission forHosts(AllowedHosts wanted) {
        return new Admission(authentication, access, record, wanted, proxies, limits);
    }

    public Admission behind(Proxies wanted) {
        return new Admission(authentication, access, record, hosts, wanted, limits);
    }

    public Admission limitedTo(RequestLimits wanted) {
        return new Admission(authentication, access, record, hosts, proxies, wanted);
    }

    /**
     * Checks whom a request is meant for, and that its body is as it was written.
     *
     * @throws HttpException 429, 421, 403 or 415
     */
    void checkBeforeRouting(HttpRequest request) {
        limits.addressSends(request.origin());
        hosts.check(request);
        String encoding = request.header("content-encoding").orElse("identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw HttpException.of(
                            415,
                            ErrorCode.INVALID_INPUT,
                            "the body is encoded as '%s': send it without Content-Encoding"
                                    .formatted(Texts.printable(encoding)))
                    .with("Accept-Encoding", "identity");
        }
    }
}
