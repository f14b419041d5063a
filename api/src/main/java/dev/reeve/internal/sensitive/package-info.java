/**
 * Sensitive fields: which parts of a payload a definition marks, and how these are masked for callers that may not see
 * them (ADR 60). Pure. Not part of the API: it may change in any release.
 *
 * <p>Entered by the schemas of the model, which find the marks, and by the endpoints of the handler, which mask.
 */
@NullMarked
package dev.reeve.internal.sensitive;

import org.jspecify.annotations.NullMarked;
