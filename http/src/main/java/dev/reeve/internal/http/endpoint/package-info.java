/** The endpoints of the API. Each does what a method of {@code Reeve} does, as the caller who has sent the request. */
@NullMarked
package dev.reeve.internal.http.endpoint;

import org.jspecify.annotations.NullMarked;
