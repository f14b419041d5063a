import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The heading of a page. A new page has the focus there, so that a screen reader begins with it. */
export function Heading({ name, children }: { name: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = name + " · Reeve";
  }, [name]);
  useEffect(() => {
    const active = document.activeElement;
    if (active === document.body || active?.closest("nav")) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Names and values, without those that are not there. */
export function Facts({ of }: { of: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export interface Tab {
  id: string;
  name: string;
  to: string;
}

export function Tabs({ label, tabs, now }: { label: string; tabs: Tab[]; now: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.to} aria-current={tab.id === now ? "page" : undefined}>
          {tab.name}
        </a>
      ))}
    </nav>
  );
}

/** What has been done, for a while. */
export function useNews(): [string, (text: string) => void] {
  const [text, say] = useState("");
  useEffect(() => {
    if (!text) {
      return;
    }
    const timer = setTimeout(() => say(""), 10_000);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, say];
}

export function News({ text }: { text: string }) {
  return (
    <p class={text ? "news shown" : "news"} role="status">
      {text}
    </p>
  );
}
