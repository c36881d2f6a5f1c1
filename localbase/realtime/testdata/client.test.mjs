// Tests the service with the official JavaScript client. TestJavaScriptClient runs this file and
// sets the addresses and tokens.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { postgresChangesFilter, RealtimeClient } from '@supabase/realtime-js'

const { REALTIME_URL, SQL_URL, ANON, OWNER, STRANGER } = process.env
const clients = []

after(() => Promise.all(clients.map((client) => client.disconnect())))

function connect(token, options = {}) {
  const client = new RealtimeClient(REALTIME_URL, { params: { apikey: token }, ...options })
  clients.push(client)
  return client
}

/** Subscribes and returns the resulting status. */
function subscribeChannel(channel) {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }))
  })
}

async function mustSubscribe(channel) {
  const { status, error } = await subscribeChannel(channel)
  assert.equal(status, 'SUBSCRIBED', error?.message)
}

/** Adds a listener immediately and returns the first `count` messages. */
function messages(channel, type, filter, count) {
  const got = []
  return new Promise((resolve) => {
    channel.on(type, filter, (payload) => {
      got.push(payload)
      if (got.length === count) resolve(got)
    })
  })
}

async function sql(statement) {
  const response = await fetch(SQL_URL, { method: 'POST', body: statement })
  assert.equal(response.status, 200, await response.text())
}

for (const vsn of ['1.0.0', '2.0.0']) {
  test(`broadcast, ${vsn}`, async () => {
    const receiver = connect(ANON, { vsn }).channel('room')
    const received = messages(receiver, 'broadcast', { event: '*' }, 2)
    await mustSubscribe(receiver)
    const sender = connect(ANON).channel('room', { config: { broadcast: { ack: true, self: true } } })
    const own = messages(sender, 'broadcast', { event: 'move' }, 1)
    await mustSubscribe(sender)
    assert.equal(await sender.send({ type: 'broadcast', event: 'move', payload: { x: 1, text: 'é' } }), 'ok')
    assert.deepEqual((await own)[0].payload, { x: 1, text: 'é' })
    assert.deepEqual(await sender.httpSend('post', { y: 2 }), { success: true })
    assert.deepEqual(
      (await received).map(({ event, payload }) => [event, payload]),
      [
        ['move', { x: 1, text: 'é' }],
        ['post', { y: 2 }],
      ],
    )
  })
}

test('broadcast of bytes', async () => {
  const receiver = connect(ANON).channel('bytes')
  const received = messages(receiver, 'broadcast', { event: 'b' }, 2)
  await mustSubscribe(receiver)
  const sender = connect(ANON).channel('bytes', { config: { broadcast: { ack: true } } })
  await mustSubscribe(sender)
  await sender.send({ type: 'broadcast', event: 'b', payload: new Uint8Array([0, 255]).buffer })
  await sender.httpSend('b', new Uint8Array([1, 2]))
  assert.deepEqual(
    (await received).map(({ payload }) => [...new Uint8Array(payload)]),
    [
      [0, 255],
      [1, 2],
    ],
  )
})

test('sending without a subscription goes over HTTP', async () => {
  const receiver = connect(ANON).channel('posted')
  const received = messages(receiver, 'broadcast', { event: 'e' }, 1)
  await mustSubscribe(receiver)
  assert.equal(await connect(ANON).channel('posted').send({ type: 'broadcast', event: 'e', payload: { a: 1 } }), 'ok')
  assert.deepEqual((await received)[0].payload, { a: 1 })
})

test('presence', async () => {
  const watcher = connect(ANON).channel('people', { config: { presence: { key: 'watcher' } } })
  const joins = messages(watcher, 'presence', { event: 'join' }, 2)
  const leaves = messages(watcher, 'presence', { event: 'leave' }, 1)
  watcher.on('presence', { event: 'sync' }, () => {})
  await mustSubscribe(watcher)
  assert.equal(await watcher.track({ at: 'home' }), 'ok')

  const client = connect(ANON)
  const guest = client.channel('people', { config: { presence: { key: 'guest' } } })
  const synced = messages(guest, 'presence', { event: 'sync' }, 1)
  await mustSubscribe(guest)
  await synced
  assert.deepEqual(Object.keys(guest.presenceState()), ['watcher'])
  assert.equal(await guest.track({ at: 'door' }), 'ok')
  assert.deepEqual(
    (await joins).map(({ key, newPresences }) => [key, newPresences[0].at]),
    [
      ['watcher', 'home'],
      ['guest', 'door'],
    ],
  )
  assert.deepEqual(Object.keys(watcher.presenceState()).sort(), ['guest', 'watcher'])
  await guest.unsubscribe()
  assert.equal((await leaves)[0].key, 'guest')
  assert.deepEqual(Object.keys(watcher.presenceState()), ['watcher'])
})

test('each listener receives its changes', async () => {
  const channel = connect(OWNER).channel('changes')
  const table = { schema: 'public', table: 'notes' }
  const ready = messages(channel, 'system', {}, 1)
  const all = messages(channel, 'postgres_changes', { event: '*', ...table }, 4)
  const inserts = messages(channel, 'postgres_changes', { event: 'INSERT', ...table }, 2)
  const second = messages(
    channel,
    'postgres_changes',
    { event: 'UPDATE', ...table, filter: postgresChangesFilter().eq('title', 'a, b').gt('id', 1) },
    1,
  )
  await mustSubscribe(channel)
  assert.equal((await ready)[0].message, 'Subscribed to PostgreSQL')
  await sql(`insert into public.notes (id, owner, title, tags) values (1, '00000000-0000-0000-0000-000000000001', 'one', '{x,y}')`)
  await sql(`insert into public.notes (id, owner, title) values (2, '00000000-0000-0000-0000-000000000001', 'two'), (3, null, 'hidden')`)
  await sql(`update public.notes set title = 'a, b' where id = 2`)
  await Promise.all([inserts, second]) // changes of a deleted row cannot be authorized, and are not sent
  await sql(`delete from public.notes where id = 1`)
  const got = await all
  assert.deepEqual(
    got.map(({ eventType }) => eventType),
    ['INSERT', 'INSERT', 'UPDATE', 'DELETE'],
  )
  assert.deepEqual([got[0].new.id, got[0].new.tags, got[0].errors], [1, ['x', 'y'], null])
  assert.equal('secret' in got[0].new, false)
  assert.deepEqual(got[3].old, { id: 1 })
  assert.equal((await inserts)[1].new.title, 'two')
  assert.deepEqual([(await second)[0].new.title, (await second)[0].old], ['a, b', { id: 2 }])
})

test('policies control access to a private channel', async () => {
  const config = { config: { private: true } }
  const rejected = await subscribeChannel(connect(STRANGER).channel('team', config))
  assert.equal(rejected.status, 'CHANNEL_ERROR')
  assert.match(rejected.error.message, /Unauthorized: You do not have permissions to read from this Channel topic: team/)

  const member = connect(OWNER).channel('team', config)
  const received = messages(member, 'broadcast', { event: 'news' }, 1)
  await mustSubscribe(member)
  await sql(`select realtime.send('{"from": "database"}', 'news', 'team')`)
  assert.equal((await received)[0].payload.from, 'database')
})

test('a channel can be joined again after leaving', async () => {
  const client = connect(ANON)
  const first = client.channel('again')
  await mustSubscribe(first)
  assert.equal(await client.removeChannel(first), 'ok')
  const second = client.channel('again')
  const received = messages(second, 'broadcast', { event: 'e' }, 1)
  await mustSubscribe(second)
  await connect(ANON).channel('again').httpSend('e', { n: 1 })
  assert.deepEqual((await received)[0].payload, { n: 1 })
})
