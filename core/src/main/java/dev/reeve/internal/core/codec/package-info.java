/**
 * Events as the JSON that the stores keep. {@link dev.reeve.internal.core.codec.EventCodec} is the door and describes
 * the format.
 *
 * <p>What may enter: reading and writing of events. Uses no other room of the core.
 */
@NullMarked
package dev.reeve.internal.core.codec;

import org.jspecify.annotations.NullMarked;
