/** Tests of callers with tokens. */
@NullMarked
package dev.reeve.internal.server.oidc;

import org.jspecify.annotations.NullMarked;
