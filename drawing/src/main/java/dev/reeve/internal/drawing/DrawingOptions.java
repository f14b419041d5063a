package dev.reeve.internal.drawing;

/**
 * Options of a drawing.
 *
 * @param compensations whether the actions that undo steps are nodes beside them, instead of marks (default: no)
 * @param folded whether many steps that are alike are one node (default: yes)
 */
public record DrawingOptions(boolean compensations, boolean folded) {

    public static DrawingOptions defaults() {
        return new DrawingOptions(false, true);
    }

    public DrawingOptions withCompensations(boolean shown) {
        return new DrawingOptions(shown, folded);
    }

    public DrawingOptions withFolded(boolean folded) {
        return new DrawingOptions(compensations, folded);
    }
}
