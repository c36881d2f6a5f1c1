import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { client, ok, open, person, service } from '../client.js';

const sockets = [];
after(() => Promise.all(sockets.map((supabase) => supabase.removeAllChannels())));

/** A client whose channels are left at the end. */
function live(supabase = client()) {
  sockets.push(supabase);
  return supabase;
}

/** Answers the first status that a subscription comes to. */
function subscribed(channel) {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }));
  });
}

async function mustSubscribe(channel) {
  const { status, error } = await subscribed(channel);
  assert.equal(status, 'SUBSCRIBED', error?.message);
  return channel;
}

/** Listens at once; answers `count` payloads that are meant when they have come. */
function heard(channel, type, filter, count = 1, meant = () => true) {
  const payloads = [];
  return new Promise((resolve) => {
    channel.on(type, filter, (payload) => {
      if (meant(payload)) payloads.push(payload);
      if (payloads.length === count) resolve(payloads);
    });
  });
}

for (const [name, key] of [
  ['publishable', open.publishableKey],
  ['anon', open.anonKey],
]) {
  test(`a broadcast reaches the others, with the ${name} key`, async () => {
    const topic = randomUUID();
    const receiver = live(client(open, key)).channel(topic);
    const got = heard(receiver, 'broadcast', { event: 'move' }, 2);
    await mustSubscribe(receiver);
    const sender = live(client(open, key)).channel(topic, { config: { broadcast: { ack: true } } });
    await mustSubscribe(sender);
    assert.equal(await sender.send({ type: 'broadcast', event: 'move', payload: { x: 1 } }), 'ok');
    assert.deepEqual(await sender.httpSend('move', { x: 2 }), { success: true });
    assert.deepEqual(
      (await got).map(({ payload }) => payload),
      [{ x: 1 }, { x: 2 }],
    );
  });
}

test('presence tells who is there, who comes and who goes', async () => {
  const topic = randomUUID();
  const ada = live().channel(topic, { config: { presence: { key: 'ada' } } });
  const came = heard(ada, 'presence', { event: 'join' }, 2);
  const left = heard(ada, 'presence', { event: 'leave' });
  await mustSubscribe(ada);
  await ada.track({ row: 1 });
  const bob = live().channel(topic, { config: { presence: { key: 'bob' } } });
  const synced = heard(bob, 'presence', { event: 'sync' });
  await mustSubscribe(bob);
  await synced;
  assert.equal(bob.presenceState().ada[0].row, 1);
  await bob.track({ row: 2 });
  assert.deepEqual(
    (await came).map(({ key }) => key),
    ['ada', 'bob'],
  );
  await bob.unsubscribe();
  assert.equal((await left)[0].key, 'bob');
});

test('changes come to whom row-level security lets see the row', async () => {
  const [ada, bob] = await Promise.all([person(), person()]);
  const table = { schema: 'public', table: 'notes' };
  const changes = {};
  const ours = new Set(); // other suites delete notes at the same time
  for (const [name, who] of Object.entries({ ada, bob })) {
    const channel = live(who.supabase).channel('notes');
    const ready = heard(channel, 'system', {});
    changes[name] = {
      inserts: heard(channel, 'postgres_changes', { event: 'INSERT', ...table }),
      updates: heard(channel, 'postgres_changes', { event: 'UPDATE', ...table, filter: 'body=eq.changed' }),
      deletes: heard(channel, 'postgres_changes', { event: 'DELETE', ...table }, 2, ({ old }) =>
        ours.has(old.id),
      ),
    };
    await mustSubscribe(channel);
    assert.equal((await ready)[0].status, 'ok');
  }
  const note = ok(await ada.supabase.from('notes').insert({ body: "ada's" }).select().single());
  const [insert] = await changes.ada.inserts;
  assert.deepEqual([insert.eventType, insert.new, insert.old, insert.errors], ['INSERT', note, {}, null]);

  const other = ok(await bob.supabase.from('notes').insert({ body: "bob's" }).select().single());
  assert.deepEqual((await changes.bob.inserts)[0].new, other, "ada's came to bob");

  ok(await service().from('notes').update({ body: 'changed' }).in('id', [note.id, other.id]));
  assert.equal((await changes.ada.updates)[0].new.id, note.id);
  assert.equal((await changes.bob.updates)[0].new.id, other.id);

  ours.add(note.id).add(other.id);
  ok(await service().from('notes').delete().in('id', [note.id, other.id]));
  for (const { deletes } of Object.values(changes)) {
    // Nobody can be asked about a row that is gone: its key comes to all.
    assert.deepEqual(
      (await deletes).map(({ old }) => old),
      [{ id: note.id }, { id: other.id }],
    );
  }
});

test('a table that is not published is said to be so', async () => {
  const channel = live().channel('unpublished');
  const said = heard(channel, 'system', {});
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'authors' }, () => {});
  await mustSubscribe(channel);
  const [{ status, message }] = await said;
  assert.equal(status, 'error');
  assert.match(
    message,
    /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled/,
  );
});

test("a private channel is its owner's; the database sends there too", async () => {
  const [ada, bob] = await Promise.all([person(), person()]);
  const topic = `room:${ada.user.id}`;
  const config = { config: { private: true, broadcast: { self: true } } };
  const own = live(ada.supabase).channel(topic, config);
  const news = heard(own, 'broadcast', { event: 'news' });
  const said = heard(own, 'broadcast', { event: 'said' });
  await mustSubscribe(own);
  for (const stranger of [bob.supabase, client()]) {
    const { status, error } = await subscribed(live(stranger).channel(topic, config));
    assert.equal(status, 'CHANNEL_ERROR');
    assert.match(error.message, /Unauthorized: You do not have permissions to read from this Channel topic/);
  }
  ok(await service().rpc('announce', { room: topic, body: 'from SQL' }));
  assert.equal((await news)[0].payload.body, 'from SQL');
  await own.send({ type: 'broadcast', event: 'said', payload: { body: 'by ada' } });
  assert.equal((await said)[0].payload.body, 'by ada');
  await assert.rejects(bob.supabase.channel(topic, config).httpSend('said', {}), /Unauthorized|Forbidden/);
});

test('a channel is left, and joined anew', async () => {
  const supabase = live();
  const first = await mustSubscribe(supabase.channel('again'));
  assert.equal(await supabase.removeChannel(first), 'ok');
  const second = supabase.channel('again');
  const got = heard(second, 'broadcast', { event: 'e' });
  await mustSubscribe(second);
  await live().channel('again').httpSend('e', { n: 1 });
  assert.deepEqual((await got)[0].payload, { n: 1 });
});
