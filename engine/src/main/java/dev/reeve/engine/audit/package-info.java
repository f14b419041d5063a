/**
 * The auditor: reads what the store holds, slowly and for ever, and says what must not be. It believes nobody, so it shares
 * nothing with the lanes but the port to the store and the core.
 */
@NullMarked
package dev.reeve.engine.audit;

import org.jspecify.annotations.NullMarked;
