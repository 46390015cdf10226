import test from 'ava'
import { endConnectionWork } from '../../../../src/mq/manager/mqi/connection-work.ts'
import type { WaitingGetter } from '../../../../src/mq/manager/queues/waiting-getters.ts'
import type { UnitOfWork } from '../../../../src/mq/manager/types/message.ts'
import { SmallSet } from '../../../../src/mq/manager/types/small-set.ts'

/** The work of a connection with so many waiting gets, units of work and temporary objects, and what ended. */
function open([gets, units, objects]: readonly [number, number, number]) {
  const ended: string[] = []
  const waiting = new SmallSet<WaitingGetter>()
  const unitsOfWork = new SmallSet<UnitOfWork>()
  const closers = new SmallSet<() => Promise<void>>()
  for (let count = 0; count < gets; count++) {
    const waiter = {
      fail(error: Error) {
        ended.push(`get: ${error.message}`)
        waiting.delete(waiter as never)
      },
    }
    waiting.add(waiter as never)
  }
  for (let count = 0; count < units; count++)
    unitsOfWork.add({
      async backout() {
        ended.push('unit')
        throw new Error('the disk is full')
      },
    } as never)
  for (let count = 0; count < objects; count++)
    closers.add(async () => {
      ended.push('object')
    })
  return { work: { waiting, unitsOfWork, closers }, ended }
}

for (const [gets, units, objects] of [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, 0, 1],
  [0, 1, 1],
  [2, 1, 1],
  [1, 2, 1],
  [1, 1, 2],
] as const)
  test(`${gets} waiting gets, ${units} units of work and ${objects} temporary objects end`, async (t) => {
    const { work, ended } = open([gets, units, objects])
    await endConnectionWork(work, () => new Error('closed'))
    t.deepEqual(ended, [
      ...Array(gets).fill('get: closed'),
      ...Array(units).fill('unit'),
      ...Array(objects).fill('object'),
    ])
    t.is(work.closers.size, 0)
  })

test('a connection without work ends at once', (t) => {
  const { work } = open([0, 0, 0])
  t.is(
    endConnectionWork(work, () => new Error('closed')),
    undefined,
  )
})

test('the end of a connection reports that a temporary object could not be removed', async (t) => {
  const { work } = open([1, 1, 0])
  work.closers.add(() => Promise.reject(new Error('the disk is full')))
  await t.throwsAsync(async () => endConnectionWork(work, () => new Error('closed')), { message: 'the disk is full' })
})
