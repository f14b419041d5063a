@NullMarked
package dev.reeve.internal.http.local;

import org.jspecify.annotations.NullMarked;
