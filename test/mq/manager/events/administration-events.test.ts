import test from 'ava'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import { benchFor } from '../_support/manager.ts'

const configuration = 'SYSTEM.ADMIN.CONFIG.EVENT'
const commands = 'SYSTEM.ADMIN.COMMAND.EVENT'
const channels = 'SYSTEM.ADMIN.CHANNEL.EVENT'

test('configuration events tell of objects that are created, changed and deleted', async (t) => {
  const { connection } = benchFor(t)
  await connection.command('DEFINE QLOCAL(BEFORE)')
  await connection.command('ALTER QMGR CONFIGEV(ENABLED)')
  await events(connection, configuration)
  await connection.command('DEFINE QLOCAL(A) MAXDEPTH(5)')
  await connection.command('ALTER QLOCAL(A) MAXDEPTH(6)')
  await connection.command('DEFINE QLOCAL(A)')
  await connection.command('DELETE QLOCAL(A)')
  const told = await events(connection, configuration)
  t.deepEqual(
    told.map(({ command, reason, last, parameters }) => [
      ...[command, reason, last, parameters[2016], /MAXDEPTH\(\d+\)/.exec(String(parameters[3075]))?.[0]],
    ]),
    [
      [43, 2367, 1, 'A', 'MAXDEPTH(5)'],
      [43, 2368, 0, 'A', 'MAXDEPTH(5)'],
      [43, 2368, 1, 'A', 'MAXDEPTH(6)'],
      [43, 2369, 1, 'A', 'MAXDEPTH(6)'],
    ],
  )
  t.like(told[0]?.parameters, { 1016: 1, 3045: 'admin', 3047: 'QM1', 3050: 'test' })
})

test('REFRESH QMGR TYPE(CONFIGEV) tells of every object, and fails while the events are disabled', async (t) => {
  const { connection } = benchFor(t)
  t.is((await connection.command('REFRESH QMGR TYPE(CONFIGEV)')).completionCode, 2)
  await connection.command('ALTER QMGR CONFIGEV(ENABLED)')
  await events(connection, configuration)
  t.is((await connection.command('REFRESH QMGR TYPE(CONFIGEV)')).completionCode, 0)
  const told = await events(connection, configuration)
  t.true(told.length > 50)
  t.true(told.every(({ reason }) => reason === 2370))
})

test('command events tell of commands that succeed, without passwords', async (t) => {
  const { connection } = benchFor(t)
  await connection.command('ALTER QMGR CMDEV(ENABLED)')
  await connection.command("ALTER CHANNEL(SYSTEM.DEF.SENDER) CHLTYPE(SDR) PASSWORD('it''s')")
  await connection.command('DISPLAY QLOCAL(NONE)')
  await connection.commandJson({ command: 'display', qualifier: 'qmgr' })
  t.deepEqual(
    (await events(connection, commands)).map(({ command, reason, parameters }) => [
      ...[command, reason, parameters[3075]],
    ]),
    [
      [99, 2412, 'ALTER QMGR CMDEV(ENABLED)'],
      [99, 2412, "ALTER CHANNEL(SYSTEM.DEF.SENDER) CHLTYPE(SDR) PASSWORD('********')"],
      [99, 2412, 'DISPLAY QMGR'],
    ],
  )
  await connection.command('ALTER QMGR CMDEV(NODISPLAY)')
  await connection.command('DIS QMGR')
  t.is((await events(connection, commands)).length, 1)
})

test('a channel that an operator stops is told, with CHLEV(EXCEPTION) it is not', async (t) => {
  const { connection } = benchFor(t)
  await connection.command("DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(X)")
  await connection.command('ALTER QMGR CHLEV(ENABLED)')
  await connection.command('STOP CHANNEL(C)')
  await connection.command('ALTER QMGR CHLEV(EXCEPTION)')
  await connection.command('STOP CHANNEL(C)')
  t.deepEqual(
    (await events(connection, channels)).map(({ command, reason, parameters }) => [command, reason, parameters]),
    [[46, 2279, { 2015: 'QM1', 3501: 'C', 1020: 10, 3505: 'X', 3506: '127.0.0.1(1)' }]],
  )
})

test('logger events are refused', async (t) => {
  const { connection } = benchFor(t)
  const { responses } = await connection.command('ALTER QMGR LOGGEREV(ENABLED)')
  t.regex(responses[0]?.messages[0] ?? '', /AMQ8403E.*LOGGEREV must be DISABLED/)
})

interface Event {
  command: number
  reason: number
  last: number
  parameters: Record<number, string | number>
}

/** Takes every message from an event queue, read by the layouts of MQCFH, MQCFIN, MQCFST and MQCFGR. */
async function events(connection: Connection, queue: string): Promise<Event[]> {
  const found: Event[] = []
  for (let message = await connection.get(queue); message; message = await connection.get(queue)) {
    const { body } = message
    const at = (place: number) => body.readInt32LE(place)
    const parameters: Event['parameters'] = {}
    for (let place = at(4); place < body.length; place += at(place + 4)) {
      if (at(place) === 20) continue
      const start = place + 20
      parameters[at(place + 8)] =
        at(place) === 3 ? at(place + 12) : body.toString('utf8', start, start + at(place + 16)).trimEnd()
    }
    found.push({ command: at(12), reason: at(28), last: at(20), parameters })
  }
  return found
}
