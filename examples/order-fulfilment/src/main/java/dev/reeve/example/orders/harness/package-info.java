/**
 * The demo around the example: customers, faults, an operator, outages, crashes, and the audit at the end. Nothing here
 * is needed to use Reeve.
 */
@NullMarked
package dev.reeve.example.orders.harness;

import org.jspecify.annotations.NullMarked;
