package dev.reeve.internal.engine.cluster;

import dev.reeve.ReeveException;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.LaneStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Makes the lanes of a node for what the store gives. Used by one thread at a time. */
record NodeLanes(
        Clock clock,
        Dispatcher dispatcher,
        DeadlineListener deadlines,
        Definitions definitions,
        Room room,
        Consumer<ReeveException> onOver,
        Consumer<Lane> prepared) {

    /** Opens lanes, and leads messages to them. Nothing drives them yet. */
    List<Lane> open(List<LaneStore> stores, Lanes lanes) {
        List<Lane> opened = new ArrayList<>();
        for (LaneStore store : stores) {
            opened.add(new Lane(opened.size(), store, clock, dispatcher, deadlines, definitions, room, onOver));
        }
        dispatcher.expect(opened.size());
        lanes.open(opened);
        opened.forEach(prepared);
        return opened;
    }
}
