import { useRef, useState } from "preact/hooks";

/** Whether a reader points at a part of the page, or has the focus there; and how that part says so. */
export function usePointing() {
  const [pointed, point] = useState(false);
  const [focused, focus] = useState(false);
  const part = {
    onPointerEnter: () => point(true),
    onPointerLeave: () => point(false),
    onFocusIn: () => focus(true),
    onFocusOut: () => focus(false),
  };
  return { held: pointed || focused, part };
}

/** The items in their order before, and then those that are new. */
export function ordered<T>(items: T[], before: string[], nameOf: (item: T) => string): T[] {
  const places = new Map(before.map((name, place) => [name, place]));
  const placeOf = (item: T) => places.get(nameOf(item)) ?? places.size;
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The items in their order; while it is held, none changes its place under the pointer. */
export function useStill<T>(items: T[], nameOf: (item: T) => string, held: boolean): T[] {
  const before = useRef<string[]>([]);
  const still = held ? ordered(items, before.current, nameOf) : items;
  before.current = still.map(nameOf);
  return still;
}
