/** The contracts of the engine, through a server and its client. */
@NullMarked
package dev.reeve.internal.engine.client;

import org.jspecify.annotations.NullMarked;
