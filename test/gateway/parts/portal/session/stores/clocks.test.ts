/** Sessions of the portal on a node whose clock differs from that of the store, which all nodes share, or takes a step. */
import test from 'ava'
import { openSessionStore } from '../../../../../../src/gateway/parts/portal/session/stores/session-store.ts'
import { openMemoryStore } from '../../../../../../src/shared/storage/index.ts'

const rightNow = Date.now
let shiftMs = 0
test.before(() => {
  Date.now = () => rightNow() + shiftMs
})
test.after.always(() => {
  Date.now = rightNow
})
test.afterEach.always(() => {
  shiftMs = 0
})

const minute = 60_000
const anna = { name: 'anna', stamp: 'stamp' }
const use = { isPoll: false }

function open() {
  const time = { now: rightNow() }
  const clock = () => time.now
  const limits = { session: { idleMinutes: 1, hours: 1 } }
  return { time, sessions: openSessionStore('/acme/sandbox', limits, { store: openMemoryStore({ clock }), clock }) }
}

for (const [title, before, after] of [
  ['behind', -90_000, -90_000],
  ['ahead', 90_000, 90_000],
  ['right, and takes a step back', 0, -3_600_000],
  ['right, and takes a step ahead', 0, 3_600_000],
  ['behind, and is put right', -3_600_000, 0],
] as const)
  test.serial(`a session lives as long as it is used, where the clock of the node is ${title}`, async (t) => {
    const { time, sessions } = open()
    shiftMs = before
    const { token, session } = await sessions.create(anna)
    t.is(session.endsAt, time.now + 60 * minute)
    shiftMs = after
    for (let used = 0; used < 64; used += 1) {
      time.now += 0.9 * minute
      t.truthy(await sessions.touch(token, use))
      time.now += 1
      t.truthy(await sessions.touch(token, use), `use ${used}`)
    }
    time.now += minute
    t.is(await sessions.touch(token, use), undefined)
  })

test.serial('a clock of the store that takes a step back ends no session before its time', async (t) => {
  const { time, sessions } = open()
  const { token } = await sessions.create(anna)
  time.now -= 30 * minute
  t.truthy(await sessions.touch(token, use))
  time.now += 30 * minute + minute / 2
  t.truthy(await sessions.touch(token, use))
})
