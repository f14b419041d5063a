import { createContext } from "preact";

/** An execution as it was after an event. A part of the page without one shows the present. */
export interface Past {
  /** the number of the event, as it is in the address */
  asOf: string;
  /** the time of the event, in milliseconds; until it is known, nothing of the past is shown */
  at?: number;
}

export const PastContext = createContext<Past | undefined>(undefined);
