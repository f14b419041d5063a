package dev.reeve.spring.test.shop;

import dev.reeve.Reeve;
import org.springframework.stereotype.Service;

/** Starts workflows. It has no action, so it is in no slice. */
@Service
public class Orders {

    private final Reeve reeve;

    Orders(Reeve reeve) {
        this.reeve = reeve;
    }

    /** The engine. */
    public Reeve reeve() {
        return reeve;
    }
}
