/** The HTTP action against services on the loopback address. */
@NullMarked
package dev.reeve.agent.http;

import org.jspecify.annotations.NullMarked;
