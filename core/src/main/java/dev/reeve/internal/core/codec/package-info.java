/**
 * Events as the JSON that the stores keep, and requests between nodes. The doors are
 * {@link dev.reeve.internal.core.codec.EventCodec}, which describes the format, and
 * {@link dev.reeve.internal.core.codec.RequestCodec}.
 *
 * <p>What may enter: reading and writing of events and requests. Uses only the commands of the core.
 */
@NullMarked
package dev.reeve.internal.core.codec;

import org.jspecify.annotations.NullMarked;
