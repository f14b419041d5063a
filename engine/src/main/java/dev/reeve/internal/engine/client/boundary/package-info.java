/**
 * The border to callers: checks of arguments, payloads, waiting, and exceptions of the API. Knows no other room of the
 * client. Entered by the door and by all other rooms of the client.
 */
@NullMarked
package dev.reeve.internal.engine.client.boundary;

import org.jspecify.annotations.NullMarked;
