package dev.reeve.spring.test.shop;

import org.springframework.stereotype.Component;

/** Implements an action that its interface declares. */
@Component
public class FixedScoring implements Scoring {
    @Override
    public int score() {
        return 7;
    }
}
