import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChannelHub } from '@/data/channels/channel-hub';
import { formatConversationTopic, LiveConversation } from './live-conversation';

const ada = { id: 'ada', name: 'Ada', avatarUrl: '' };
const topic = 'tableside:comments:public:orders:%5B%221%22%5D';

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }));
afterEach(() => void vi.useRealTimers());

function openConversation(of = topic) {
  const hub = new ChannelHub();
  const sent = vi.fn(async () => 'ok' as const);
  hub.setSender(sent);
  const conversation = new LiveConversation(hub, of, ada);
  const close = conversation.open(true);
  const receive = (event: string, payload: unknown, isOwn = false) =>
    hub.dispatch(of, { kind: 'message', message: { event, payload, isOwn, at: 20_000 } });
  hub.dispatch(of, { kind: 'status', status: { phase: 'joined', reason: '', users: [] } });
  return { hub, sent, conversation, close, receive };
}

test('the topic contains the key as the database compares it; a long key has none', () => {
  expect(formatConversationTopic({ schema: 'depot', table: 'Tørre varer', key: '["8", "a:b"]' })).toBe(
    'tableside:comments:depot:T%C3%B8rre%20varer:%5B%228%22%2C%20%22a%3Ab%22%5D',
  );
  expect(formatConversationTopic({ schema: 'a', table: 'b', key: 'x'.repeat(300) })).toBeUndefined();
});

test('another user who writes is shown until the message arrives, or for some seconds', () => {
  const { conversation, receive } = openConversation();
  receive('typing', { user: { id: 'signe', name: 'Signe' } });
  receive('typing', { user: { id: 'tom', name: 'Tom' } });
  receive('typing', { user: ada });
  expect(conversation.snapshot().typing.map(({ name }) => name)).toEqual(['Signe', 'Tom']);
  receive('message', { id: '1', body: 'Hello', user: { id: 'signe', name: 'Signe' } });
  expect(conversation.snapshot().typing.map(({ name }) => name)).toEqual(['Tom']);
  receive('typing', { user: { id: 'signe', name: 'Signe' } });
  receive('typing', { ended: true, user: { id: 'signe', name: 'Signe' } });
  expect(conversation.snapshot().typing).toHaveLength(1);
  vi.advanceTimersByTime(7_000);
  expect(conversation.snapshot().typing).toEqual([]);
});

test('typing is reported at most once in some seconds', () => {
  const { conversation, sent } = openConversation();
  for (let i = 0; i < 50; i++) {
    conversation.reportTyping();
    vi.advanceTimersByTime(100);
  }
  expect(sent).toHaveBeenCalledTimes(2);
});

test('messages without a user of the server are dropped; the others stay while the page is open', () => {
  const { conversation, close, receive } = openConversation('tableside:comments:public:orders:2');
  receive('message', { id: '1', body: 'forged' });
  receive('message', { id: '2', body: 7, user: ada });
  receive('message', { id: '3', body: 'own' }, true);
  receive('message', { id: '4', body: 'x'.repeat(20_000), user: { id: 'signe', name: 'Signe' } });
  const { messages } = conversation.snapshot();
  expect(messages.map(({ user, body }) => [user.name, body.length])).toEqual([
    ['Ada', 3],
    ['Signe', 10_000],
  ]);
  close();
  const again = openConversation('tableside:comments:public:orders:2').conversation;
  expect(again.snapshot().messages).toEqual(messages);
});
