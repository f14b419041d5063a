@NullMarked
package dev.reeve.example.orders.service;

import org.jspecify.annotations.NullMarked;
