package dev.reeve.example.boot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The program. It needs a PostgreSQL database: {@code --spring.datasource.url=jdbc:postgresql://localhost/shop}.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class Shop {

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }
}
