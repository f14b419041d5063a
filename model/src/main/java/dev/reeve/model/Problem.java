package dev.reeve.model;

/**
 * One thing that is wrong with a definition or an input.
 *
 * @param path where it is, for example {@code steps.charge_payment.after[0]}; empty for the whole document
 * @param line from 1; 0 if the definition was not read from text
 * @param column from 1; 0 if the definition was not read from text
 * @param message what was found and what was expected
 * @param suggestion what to do about it; empty if there is nothing to add
 */
public record Problem(String path, int line, int column, String message, String suggestion) {

    /** A problem of something that was not read from text. */
    public static Problem at(String path, String message, String suggestion) {
        return new Problem(path, 0, 0, message, suggestion);
    }

    /** For people: {@code 12:5: steps.pay.after[0]: there is no step chargee_payment. Did you mean charge_payment?} */
    @Override
    public String toString() {
        String place = line > 0 ? line + ":" + column + ": " : "";
        String where = path.isEmpty() ? "" : path + ": ";
        return place + where + message + (suggestion.isEmpty() ? "" : ". " + suggestion);
    }
}
