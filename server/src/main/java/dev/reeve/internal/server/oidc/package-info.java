/**
 * Callers who prove themselves with a token of an OpenID Connect issuer (ADR 57). Not part of the API. Entered by the
 * server only.
 */
@NullMarked
package dev.reeve.internal.server.oidc;

import org.jspecify.annotations.NullMarked;
