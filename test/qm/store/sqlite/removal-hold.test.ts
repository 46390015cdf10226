import { setImmediate } from 'node:timers/promises'

import test from 'ava'

import { RemovalHold } from '../../../../src/qm/store/sqlite/removal-hold.ts'

/** Returns whether removals may go on now. */
async function isFree(holds: RemovalHold): Promise<boolean> {
  return Promise.race([holds.waitUntilFree().then(() => true), setImmediate(false)])
}

test('removals wait until every hold has ended, whatever holds came before', async (t) => {
  const holds = new RemovalHold()
  t.true(await isFree(holds))
  for (let round = 0; round < 2; round += 1) {
    const releases = [holds.hold(), holds.hold()] as const
    const waiting = holds.waitUntilFree()
    releases[0]()
    releases[0]() // a hold ends once
    t.false(await isFree(holds))
    releases[1]()
    await waiting
    t.true(await isFree(holds))
  }
})

test('a removal that waits for one hold goes on after later holds have ended', async (t) => {
  const holds = new RemovalHold()
  holds.hold()() // an earlier backup
  const first = holds.hold()
  let isFree = false
  const waiting = holds.waitUntilFree().then(() => {
    isFree = true
  })
  await setImmediate()
  const second = holds.hold()
  first()
  await setImmediate()
  t.false(isFree)
  second()
  await Promise.race([waiting, setImmediate()])
  t.true(isFree)
})
