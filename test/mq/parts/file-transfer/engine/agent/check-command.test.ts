import test from 'ava'
import { MqError, type QueueManager } from '../../../../../../src/mq/manager/index.ts'
import { findMissingAuthority } from '../../../../../../src/mq/parts/file-transfer/engine/agent/check-command.ts'
import type { AgentCommand } from '../../../../../../src/mq/parts/file-transfer/engine/types/command.ts'

/** A queue manager at which users hold the listed authorities, `QUEUE AUTHORITY`. */
function managerWith(held: readonly string[], closed: string[] = []): QueueManager {
  const connect = ({ name }: { name: string }) => ({
    holdsAuthority: (_type: string, queue: string, authority: string) => held.includes(`${queue} ${authority}`),
    close: async () => void closed.push(name),
  })
  return { connect } as unknown as QueueManager
}

const schedule = {} as never
const request = {} as never

for (const [command, needed] of [
  [{ type: 'transfer', request }, 'SYSTEM.FTE.AUTHTRN1.A1 BROWSE'],
  [{ type: 'transfer', request, schedule }, 'SYSTEM.FTE.AUTHSCH1.A1 BROWSE'],
  [{ type: 'cancelTransfer', id: '1' }, 'SYSTEM.FTE.AUTHOPS1.A1 BROWSE'],
  [{ type: 'deleteSchedule', id: '1' }, 'SYSTEM.FTE.AUTHOPS1.A1 PUT'],
  [{ type: 'createMonitor', definition: {} as never, replaces: false }, 'SYSTEM.FTE.AUTHMON1.A1 BROWSE'],
  [{ type: 'deleteMonitor', name: 'M' }, 'SYSTEM.FTE.AUTHOPS1.A1 SET'],
  [{ type: 'stopMonitor', name: 'M' }, 'SYSTEM.FTE.AUTHOPS1.A1 SET'],
] as const satisfies readonly (readonly [AgentCommand, string])[]) {
  test(`${command.type}${'schedule' in command ? ' with a schedule' : ''} needs ${needed}`, async (t) => {
    const closed: string[] = []
    t.is(await findMissingAuthority(managerWith([needed], closed), 'A1', command, 'anna'), undefined)
    t.deepEqual(closed, ['anna'])
    const [queue, authority] = needed.split(' ')
    t.is(
      await findMissingAuthority(managerWith([]), 'A1', command, 'anna'),
      `BFGSS0025E: the user anna needs the authority ${authority} on the queue ${queue}.`,
    )
  })
}

test('every user may ping, and the user of the product may do everything', async (t) => {
  t.is(await findMissingAuthority(managerWith([]), 'A1', { type: 'ping' }, 'anna'), undefined)
  t.is(await findMissingAuthority(managerWith([]), 'A1', { type: 'deleteMonitor', name: 'M' }, 'mqm'), undefined)
})

test('a user who may not connect lacks the authority, and another failure is thrown', async (t) => {
  const failing = (error: Error) =>
    ({
      connect: () => {
        throw error
      },
    }) as unknown as QueueManager
  const command = { type: 'cancelTransfer', id: '1' } as const
  t.regex(
    String(await findMissingAuthority(failing(new MqError(2035, 'not authorized')), 'A1', command, 'anna')),
    /BFGSS0025E/,
  )
  await t.throwsAsync(findMissingAuthority(failing(new Error('broken')), 'A1', command, 'anna'), { message: 'broken' })
})
