package dev.reeve.faults;

import dev.reeve.Reeve;
import dev.reeve.faults.engine.Audit;
import dev.reeve.faults.engine.Ledger;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.engine.Workload;
import java.nio.file.Path;

/** An engine in this process under a fault: it must work before and after, and pass the audit. */
final class Trial {

    private static final int WARM_UP = 4;

    private Trial() {}

    interface Trouble {

        /** @param workload repeats requests until they are answered, so a fault that never heals fails the test */
        void happen(Workload workload, Reeve reeve) throws Exception;
    }

    static void of(Place place, Path directory, Trouble trouble) throws Exception {
        Path file = directory.resolve("ledger");
        try (Ledger ledger = new Ledger(file);
                Reeve reeve = place.open()) {
            Workload workload = new Workload(reeve, ledger);
            workload.run(WARM_UP);
            trouble.happen(workload, reeve);
            workload.run(WARM_UP);
        }
        Audit.check(place, file);
    }
}
