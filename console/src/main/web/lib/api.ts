import { parse } from "./json";
import { key, refused } from "./key";
import { Problem, reasonOf } from "./problem";

/** The path of the server, or of the application that it is mounted into; ends with a slash. */
export const BASE = location.pathname.replace(/console(\/link)?\/?$/, "");

let namespace = "";

export function setNamespace(name: string): void {
  namespace = name;
}

export function currentNamespace(): string {
  return namespace;
}

/** The value of a cookie; as it is, if its escapes are wrong. */
function cookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((each) => each.startsWith(name + "="));
  const value = found?.slice(name.length + 1);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}

export interface Call {
  method?: string;
  body?: string;
  /** of the body; JSON if it is not said */
  type?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export function headers(): Headers {
  const all = new Headers({ Accept: "application/json" });
  if (key()) {
    all.set("Authorization", "Bearer " + key());
  }
  if (namespace) {
    all.set("Reeve-Namespace", namespace);
  }
  const token = cookie("XSRF-TOKEN");
  if (token) {
    all.set("X-XSRF-TOKEN", token);
  }
  return all;
}

/** Sends a request, and reads its answer as JSON. Fails with a Problem. */
export async function call<T>(path: string, how: Call = {}): Promise<T> {
  const text = await (await send(path, how)).text();
  return (text === "" ? null : parse(text)) as T;
}

async function send(path: string, how: Call): Promise<Response> {
  const all = headers();
  if (how.body !== undefined) {
    all.set("Content-Type", how.type ?? "application/json");
  }
  if (how.idempotencyKey) {
    all.set("Idempotency-Key", how.idempotencyKey);
  }
  return answered(path, { method: how.method ?? "GET", headers: all, body: how.body, signal: how.signal, cache: "no-cache" });
}

/** An answer of the server itself. One of a login before it, or of a proxy, is a problem. */
export async function answered(path: string, request: RequestInit): Promise<Response> {
  const used = key();
  let answer: Response;
  try {
    answer = await fetch(BASE + path, { ...request, redirect: "manual" });
  } catch (e) {
    throw request.signal?.aborted ? e : new Problem("offline", 0, "", "the server does not answer");
  }
  const type = answer.headers.get("Content-Type") ?? "";
  if (answer.type === "opaqueredirect" || (answer.ok && type.startsWith("text/html"))) {
    throw new Problem("login", 0, "", "the application wants you to log in again; what you have written is kept");
  }
  if (!answer.ok) {
    throw await problem(answer, used);
  }
  return answer;
}

async function problem(answer: Response, used: string): Promise<Problem> {
  let detail: { code?: string; detail?: string; instance?: string } = {};
  try {
    detail = await answer.json();
  } catch {
    // such as a page of a proxy
  }
  if (answer.status === 401) {
    refused(used);
  }
  return new Problem(
    reasonOf(answer.status),
    answer.status,
    detail.code ?? "",
    detail.detail ?? `the server answered ${answer.status} without saying why`,
    detail.instance,
  );
}

type Value = string | number | undefined;

/** A query, without what is empty. */
export function query(of: Record<string, Value | Value[]>): string {
  const all = new URLSearchParams();
  for (const [name, values] of Object.entries(of)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== "") {
        all.append(name, String(value));
      }
    }
  }
  const text = all.toString();
  return text ? "?" + text : "";
}

export const segment = encodeURIComponent;

/** Sends a decision. */
export function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
}
