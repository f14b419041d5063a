import { useEffect, useState } from "preact/hooks";

/** The address of a page: it has the whole state of the page, so it can be sent to others. */
export interface Route {
  path: string[];
  query: URLSearchParams;
}

type Query = Record<string, string | string[] | undefined>;

/** Goes along from page to page. */
const KEPT = ["ns"];

function parse(hash: string): Route {
  const [path = "", query = ""] = divided(hash.replace(/^#\/?/, ""));
  const segments = path
    .split("/")
    .filter((each) => each !== "")
    .map(decoded);
  return { path: segments.length ? segments : ["inbox"], query: new URLSearchParams(query) };
}

function divided(text: string): string[] {
  const mark = text.indexOf("?");
  return mark < 0 ? [text] : [text.slice(0, mark), text.slice(mark + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function to(path: string[], query: Query = {}): string {
  const all = new URLSearchParams();
  const now = parse(location.hash).query;
  for (const name of KEPT) {
    const value = now.get(name);
    if (value && !(name in query)) {
      all.set(name, value);
    }
  }
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== "") {
        all.append(name, value);
      }
    }
  }
  const text = all.toString();
  return "#/" + path.map(encodeURIComponent).join("/") + (text ? "?" + text : "");
}

/** The same page, with another query. */
export function changed(route: Route, query: Query): string {
  const all: Query = {};
  for (const name of new Set(route.query.keys())) {
    all[name] = route.query.getAll(name);
  }
  return to(route.path, { ...all, ...query });
}

export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "replace") {
    history.replaceState(null, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = address;
  }
}

export function useRoute(): Route {
  const [route, become] = useState(() => parse(location.hash));
  useEffect(() => {
    const look = () => become(parse(location.hash));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return route;
}
