/**
 * What the client of a server and the agent of a server share when they read answers.
 *
 * <p>Knows no other package.
 */
@NullMarked
package dev.reeve.internal.wire;

import org.jspecify.annotations.NullMarked;
