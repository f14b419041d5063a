import { parse } from "../lib/json";
import { count } from "../lib/words";
import { Text } from "../parts/text";
import type { Payload } from "./payload";
import { problemsOf } from "./schema-check";

const SHOWN = 20;

/** Why data cannot be sent yet: mistakes in its form, and what its schemas do not allow. */
export function mistakesOf(payload: Payload, schemas: unknown[]): string[] {
  const inFields = (each: string) => payload.wrong.some((field) => each.startsWith(field + ":"));
  return [...payload.mistakes, ...checked(schemas, payload.sound).filter((each) => !inFields(each))];
}

function checked(schemas: unknown[], json: string | undefined): string[] {
  if (json === undefined) {
    return [];
  }
  const data = parse(json);
  return [...new Set(schemas.flatMap((schema) => problemsOf(schema, data)))];
}

/** All mistakes at once, before anything is sent. */
export function MistakesNotice({ of }: { of: string[] }) {
  return (
    <div class="notice bad" role="alert" data-problems={of.length}>
      <p>
        <strong>Not sent.</strong> {count(of.length, "problem")}:
      </p>
      <ul>
        {of.slice(0, SHOWN).map((each) => (
          <li key={each}>
            <Text value={each} max={300} />
          </li>
        ))}
      </ul>
    </div>
  );
}
