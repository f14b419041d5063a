/** PostgreSQL servers that can be crashed, filled up, copied and promoted. */
@NullMarked
package dev.reeve.faults.server;

import org.jspecify.annotations.NullMarked;
