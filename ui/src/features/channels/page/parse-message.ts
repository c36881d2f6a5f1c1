import { channelsMessages } from '../channels-messages';

export type Format = 'text' | 'json';

const messages = channelsMessages.composer;

/** Returns the payload of a message: {"text": ...} for a text, or the object of a JSON text; otherwise the problem. */
export function parseMessage(format: Format, text: string): { payload?: object; problem?: string } {
  if (format === 'text') return { payload: { text } };
  try {
    const payload: unknown = JSON.parse(text);
    // The clients of Supabase send only objects.
    const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    return isObject ? { payload } : { problem: messages.notObject };
  } catch (error) {
    return { problem: messages.invalidJSON(error instanceof Error ? error.message : '') };
  }
}
