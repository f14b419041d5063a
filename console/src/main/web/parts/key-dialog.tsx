import { useState } from "preact/hooks";
import { key, setKey } from "../lib/key";
import { Dialog } from "./dialog";

/** Asks for a key, when the server does not take that of now. What is on the page stays. */
export function KeyDialog({ done, close }: { done: () => void; close: () => void }) {
  const [text, write] = useState("");
  const again = key() !== "";
  const submit = (event: Event) => {
    event.preventDefault();
    setKey(text.trim());
    done();
  };
  return (
    <Dialog title={again ? "The server does not take this key" : "This server wants a key"} close={close}>
      <form onSubmit={submit}>
        <p>A key, or a token of your identity provider. It stays in this tab, and is forgotten with it.</p>
        <div class="field">
          <label for="key">Key</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            autofocus
            value={text}
            aria-describedby="key-hint"
            onInput={(event) => write(event.currentTarget.value)}
          />
          <p class="hint" id="key-hint">
            An administrator makes one with <code>./reeve key create NAME --role operator</code>.
          </p>
        </div>
        <footer class="row end">
          <button type="button" onClick={close}>
            Leave it
          </button>
          <button type="submit" class="primary" disabled={text.trim() === ""}>
            Use this key
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
