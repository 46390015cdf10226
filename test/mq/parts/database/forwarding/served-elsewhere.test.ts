import test from 'ava'
import type { ActiveInstanceInfo, QueueManager } from '../../../../../src/mq/manager/index.ts'
import { isServedElsewhere } from '../../../../../src/mq/parts/database/forwarding/find-active-elsewhere.ts'

type Found = Pick<ActiveInstanceInfo, 'isHere'> | undefined

for (const [title, isShared, findActive, expected] of [
  ['whose active instance is on another machine', true, async () => ({ isHere: false }), true],
  ['without an active instance', true, async () => undefined, false],
  ['that is cut off from its database', true, () => Promise.reject(new Error('no route')), false],
  ['whose database does not answer', true, () => new Promise<Found>(() => {}), false],
  ['with a stale record of this process', true, async () => ({ isHere: true }), false],
  ['in its folder', false, () => Promise.reject(new Error('not asked')), false],
] as readonly [string, boolean, () => Promise<Found>, boolean][]) {
  test(`a queue manager ${title} is ${expected ? '' : 'not '}served elsewhere`, async (t) => {
    const timer = setTimeout(() => {}, 60_000) // the time limit of the lookup alone keeps no process alive
    t.teardown(() => clearTimeout(timer))
    const manager: Partial<QueueManager> = { isShared, findActive: findActive as QueueManager['findActive'] }
    t.is(await isServedElsewhere(manager as QueueManager), expected)
  })
}
