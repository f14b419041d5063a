const BYTES = 16;

/** A key that no other request has. The same key sent again, such as after a lost answer, counts once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return "console/" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
