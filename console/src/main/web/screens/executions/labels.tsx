import { changed, type Route, to } from "../../lib/route";
import { Text } from "../../parts/text";

const SHOWN = 4;

/** Labels, each of which finds the others with it. */
export function Labels({ labels, route }: { labels: Record<string, string>; route?: Route }) {
  const all = Object.entries(labels);
  if (all.length === 0) {
    return null;
  }
  return (
    <span class="labels">
      {all.slice(0, SHOWN).map(([name, value]) => {
        const label = `${name}=${value}`;
        const address = route
          ? changed(route, { label: [...new Set([...route.query.getAll("label"), label])], cursor: undefined })
          : to(["executions"], { label });
        return (
          <a key={name} class="label-chip" href={address} title="Find others with this label">
            <Text value={label} max={40} />
          </a>
        );
      })}
      {all.length > SHOWN && <span class="faint">+{all.length - SHOWN}</span>}
    </span>
  );
}
