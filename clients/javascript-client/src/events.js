const EVENT_LENGTH_MAX = 1 << 20;

/** The server-sent events of a body: `{ id, name, data }`. Comments keep the connection alive, and are left out. */
export async function* events(body, heard) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    heard();
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop();
    if (rest.length > EVENT_LENGTH_MAX) {
      throw new Error(`an event is longer than ${EVENT_LENGTH_MAX} characters`);
    }
    for (const block of blocks) {
      const event = parsed(block);
      if (event.data !== '') {
        yield event;
      }
    }
  }
}

function parsed(block) {
  const event = { id: '', name: 'message', data: '' };
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') {
      event.id = value;
    } else if (field === 'event') {
      event.name = value;
    } else if (field === 'data') {
      event.data += (event.data === '' ? '' : '\n') + value;
    }
  }
  return event;
}
