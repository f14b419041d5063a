/**
 * Commands for an engine inside an application, from other processes of its user. Entered by applications that open a
 * local door. No module of the library enters.
 */
@NullMarked
package dev.reeve.http;

import org.jspecify.annotations.NullMarked;
