@NullMarked
package dev.reeve.example.approval;

import org.jspecify.annotations.NullMarked;
