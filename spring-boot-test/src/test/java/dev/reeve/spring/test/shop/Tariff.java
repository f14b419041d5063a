package dev.reeve.spring.test.shop;

import org.springframework.stereotype.Component;

/** A component without an action. */
@Component
public class Tariff {}
