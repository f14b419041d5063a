/** Time, threads and mailboxes. The rest of the engine must not use these directly. */
@NullMarked
package dev.reeve.internal.engine.runtime;

import org.jspecify.annotations.NullMarked;
