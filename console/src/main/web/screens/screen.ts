import type { ComponentType } from "preact";
import type { Route } from "../lib/route";
import type { Self } from "../lib/types";

/** Who uses the console. */
export interface Session {
  self?: Self;
  /** whether the reader has one of these roles */
  may: (...roles: string[]) => boolean;
  /** tells the bar how many steps need a person */
  counted: (steps: number) => void;
}

export interface ScreenProps {
  route: Route;
  session: Session;
}

export type Screen = ComponentType<ScreenProps>;
