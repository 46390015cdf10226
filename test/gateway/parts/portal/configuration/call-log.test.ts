import test from 'ava'
import type { CallLogView } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { startWithOwner } from '../_support/owner.ts'

const path = '/configuration/calls'

test('an owner records calls of an API for a time, and ends the recording', async (t) => {
  const { portal, owner } = await startWithOwner(t)
  t.deepEqual((await owner.call<CallLogView>('GET', path)).body, {
    isRunning: false,
    apis: ['customers:1.0.0'],
    calls: [],
  })
  const asked = { api: 'customers:1.0.0', application: 'app', calls: 100, minutes: 5, oneIn: 10 }
  const { status, body } = await owner.call<CallLogView>('POST', path, asked)
  t.is(status, 201)
  const until = new Date(portal.clock.now + 300_000).toISOString()
  t.like(body, {
    isRunning: true,
    recording: { api: 'customers:1.0.0', application: 'app', calls: 100, oneIn: 10, until, by: 'owner' },
  })
  t.is((await owner.call('DELETE', path)).status, 204)
  t.false((await owner.call<CallLogView>('GET', path)).body.isRunning)
})

for (const [title, more, status, message] of [
  ['another API', { api: 'other:1' }, 404, /no such API/],
  ['another application', { application: 'other' }, 404, /no application of this name/],
  ['too many calls', { calls: 1001 }, 422, /a whole number from 1 to 1000/],
  ['no time', { minutes: 0 }, 422, /a whole number from 1 to 60/],
] as const) {
  test(`rejects a recording with ${title}`, async (t) => {
    const { owner } = await startWithOwner(t)
    const { status: found, body } = await owner.call('POST', path, { calls: 1, minutes: 1, ...more })
    t.is(found, status)
    t.regex(JSON.stringify(body), message)
  })
}

test('developers cannot record calls', async (t) => {
  const { portal } = await startWithOwner(t)
  const developer = await portal.signedUp('dora')
  t.is((await developer.call('GET', path)).status, 403)
  t.is((await developer.call('POST', path, { calls: 1, minutes: 1 })).status, 403)
})
