/** A program that plays the server against an agent under test: {@code docs/reference/agent-protocol.md}. */
@NullMarked
package dev.reeve.conformance;

import org.jspecify.annotations.NullMarked;
