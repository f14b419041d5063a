/** Commands for an engine inside an application, from other processes of its user. */
@NullMarked
package dev.reeve.http;

import org.jspecify.annotations.NullMarked;
