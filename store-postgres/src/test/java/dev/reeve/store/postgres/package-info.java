@NullMarked
package dev.reeve.store.postgres;

import org.jspecify.annotations.NullMarked;
