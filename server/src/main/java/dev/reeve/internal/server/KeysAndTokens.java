package dev.reeve.internal.server;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.server.oidc.Tokens;

/** Callers with keys of the server, and callers with tokens of an issuer. Thread-safe. */
record KeysAndTokens(ApiKeys keys, Tokens tokens) implements Authentication {

    @Override
    public Principal authenticate(HttpRequest request) {
        String sent = ApiKeys.sent(request);
        return Tokens.isToken(sent) ? tokens.authenticate(sent) : keys.authenticate(sent);
    }

    @Override
    public String withoutRoles(Principal caller) {
        return caller.name().startsWith(Tokens.NAME_PREFIX)
                ? tokens.withoutRoles()
                : Authentication.super.withoutRoles(caller);
    }
}
