/** The HTTP API inside the application's own server, and problem details of its controllers. */
@NullMarked
package dev.reeve.internal.spring.web;

import org.jspecify.annotations.NullMarked;
