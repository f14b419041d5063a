/**
 * The JSON that programs outside the JVM read: one record for each document, whose components are its members. The
 * command line prints these documents. They are apart from the Java types, so that a change of one of those shows in
 * the JSON only on purpose. May use the public types; nothing of the engine.
 *
 * <p>Entered by the modules that print, send or read such documents: the command line, the client, the handler, the
 * server, the drawings, the benchmark and the check of callers.
 */
@NullMarked
package dev.reeve.internal.document;

import org.jspecify.annotations.NullMarked;
