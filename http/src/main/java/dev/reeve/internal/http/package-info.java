/**
 * HTTP without a server: requests and answers as values, endpoints, and the checks that each request passes. Not part
 * of the API: it may change in any release. Entered by the other rooms of this module, and by the modules that add
 * endpoints or run them: the console, the server and the starter for Spring Boot.
 */
@NullMarked
package dev.reeve.internal.http;

import org.jspecify.annotations.NullMarked;
