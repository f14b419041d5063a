/** Tests of the client, on real servers and on hostile ones. */
@NullMarked
package dev.reeve.internal.client;

import org.jspecify.annotations.NullMarked;
