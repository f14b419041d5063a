package dev.reeve.spring.test.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** It never starts as a whole here: the orders need an engine. */
@SpringBootApplication(proxyBeanMethods = false)
class ShopApplication {}
