package dev.reeve.spring.test.shop;

import dev.reeve.spring.Action;

/** Declares an action. */
interface Scoring {

    @Action("score.get")
    int score();
}
