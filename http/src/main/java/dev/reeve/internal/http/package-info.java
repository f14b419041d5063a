/**
 * HTTP without a server: requests and answers as values, endpoints, and the checks that each request passes. Not part
 * of the API: it may change in any release.
 */
@NullMarked
package dev.reeve.internal.http;

import org.jspecify.annotations.NullMarked;
