/** Starts that join the transaction of the caller. */
@NullMarked
package dev.reeve.internal.spring.transaction;

import org.jspecify.annotations.NullMarked;
