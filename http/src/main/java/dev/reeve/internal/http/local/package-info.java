/** The API for other processes of the same user, on the server of the JDK. */
@NullMarked
package dev.reeve.internal.http.local;

import org.jspecify.annotations.NullMarked;
