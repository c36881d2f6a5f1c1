/** An event of a stream of server-sent events. */
export interface ServerEvent {
  /** The type of the event; '' if the stream does not name it. */
  name: string;
  data: string;
}

/** Parses a stream of server-sent events as it arrives (HTML standard, section 9.2). Ignores ids, retry times and comments. */
export class EventParser {
  /** The complete events that were parsed so far. */
  readonly events: ServerEvent[] = [];
  /** The lines that do not end an event yet. */
  #rest = '';

  /** Parses the next part of the stream, split at any character, and adds each event that is complete to `events`. */
  push(part: string): void {
    const text = this.#rest + part;
    // The line feed of a last carriage return can be in the next part.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const blocks = text.slice(0, end).replace(/\r\n?/g, '\n').split('\n\n');
    this.#rest = (blocks.pop() ?? '') + text.slice(end);
    for (const block of blocks) this.#add(block);
  }

  /** Adds the last event if the stream ended without a blank line after it. */
  end(): void {
    this.#add(this.#rest.replace(/\r$/, ''));
    this.#rest = '';
  }

  /** Parses the lines of one event and adds it to `events`. Ignores an event without data, as the standard demands. */
  #add(block: string): void {
    let name = '';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === 'event') name = value;
      else if (field === 'data') data.push(value);
    }
    if (data.length > 0) this.events.push({ name, data: data.join('\n') });
  }
}

/** Returns the data of events as one text, an event per line, without the end mark of AI services. */
export function joinEvents(events: readonly ServerEvent[]): string {
  return events
    .map(({ data }) => data)
    .filter((data) => data !== '' && data !== '[DONE]')
    .join('\n');
}
