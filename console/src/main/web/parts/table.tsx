import type { ComponentChildren } from "preact";

/** A table. Names that begin with # are those of numbers. */
export function Table({ names, children }: { names: string[]; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={"Table of " + names[0]}>
      <table class="list">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" class={name.startsWith("#") ? "num" : undefined}>
                {name.replace("#", "")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
