/** The extension points: channels for messages, archives, observers. */
@NullMarked
package dev.reeve.spi;

import org.jspecify.annotations.NullMarked;
