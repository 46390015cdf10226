import test, { type ExecutionContext } from 'ava'
import { openCommandServer } from '../../../../src/mq/manager/installation/open-command-server.ts'
import { decodePcfMessage } from '../../../../src/mq/manager/pcf/decode.ts'
import { encodePcfMessage } from '../../../../src/mq/manager/pcf/encode.ts'
import { CommandServer } from '../../../../src/mq/manager/remote/command-server.ts'
import type { NewMessage } from '../../../../src/mq/manager/types/message.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, type Bench, benchFor, text } from '../_support/manager.ts'

/** A queue manager with a command server, and a queue for responses. */
async function serverFor(t: ExecutionContext): Promise<Bench> {
  const bench = benchFor(t)
  const server = openCommandServer({ name: 'QM1' } as QueueManager, bench.running, silentLog)
  t.true(server instanceof CommandServer)
  t.teardown(() => server?.close())
  await bench.connection.command('DEFINE QLOCAL(REPLY)')
  await bench.connection.command('ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)')
  return bench
}

function escapeCommand(command: string): NewMessage {
  const body = encodePcfMessage(
    { type: 'command', command: 'MQCMD_ESCAPE' },
    { MQIACF_ESCAPE_TYPE: 1, MQCACF_ESCAPE_TEXT: command },
  )
  return { body, format: 'MQADMIN', replyTo: { queue: 'REPLY' } }
}

const commandQueue = { queue: 'SYSTEM.ADMIN.COMMAND.QUEUE' }

test('MQSC in a PCF Escape command runs, with a response for each object', async (t) => {
  const { connection, connect } = await serverFor(t)
  for (const name of ['A', 'B']) await connection.command(`DEFINE QLOCAL(APP.${name})`)
  await connection.command("SET AUTHREC PROFILE('APP.*') OBJTYPE(QUEUE) PRINCIPAL('eve') AUTHADD(DSP)")
  const { messageId } = await connect({ ...admin, name: 'eve' }).put(
    commandQueue,
    escapeCommand('DISPLAY QLOCAL(APP.*) MAXDEPTH'),
  )
  const found: unknown[] = []
  for (let count = 0; count < 2; count++) {
    const message = await connection.get('REPLY', { correlationId: messageId, waitMs: 20_000 })
    const { sequence, isLast, parameters } = decodePcfMessage(message?.body as Buffer)
    found.push([sequence, isLast, /QUEUE\((\S+)\)/.exec(String(parameters[1]?.value))?.[1]])
  }
  t.deepEqual(found, [
    [1, false, 'APP.A'],
    [2, true, 'APP.B'],
  ])
})

test('no user in a message is privileged', async (t) => {
  const { connection, connect, running } = await serverFor(t)
  await connect({ ...admin, name: 'mqm' }).put(commandQueue, escapeCommand('DEFINE QLOCAL(A)'))
  const message = await connection.get('REPLY', { waitMs: 20_000 })
  t.is(decodePcfMessage(message?.body as Buffer).reasonCode, 2035)
  t.is(running.queues.find('A'), undefined)
})

test('a message that is no command goes to the dead-letter queue, and the server goes on', async (t) => {
  const { connection } = await serverFor(t)
  await connection.put(commandQueue, text('hello'))
  await connection.put(commandQueue, { ...escapeCommand('PING QMGR'), replyTo: undefined })
  for (let count = 0; count < 2; count++) {
    const dead = await connection.get('SYSTEM.DEAD.LETTER.QUEUE', { waitMs: 20_000 })
    t.is(dead?.body.readInt32LE(8), 2110)
  }
  await connection.put(commandQueue, escapeCommand('PING QMGR'))
  t.truthy(await connection.get('REPLY', { waitMs: 20_000 }))
})

test('SCMDSERV(MANUAL) starts no command server, and DISPLAY QMSTATUS says so', async (t) => {
  const { connection, running } = benchFor(t)
  await connection.command('ALTER QMGR SCMDSERV(MANUAL)')
  t.is(openCommandServer({ name: 'QM1' } as QueueManager, running, silentLog), undefined)
  const status = async () =>
    new Map((await connection.command('DISPLAY QMSTATUS CMDSERV')).responses[0]?.attributes).get('CMDSERV')
  t.is(await status(), 'STOPPED')
  await connection.command('ALTER QMGR SCMDSERV(QMGR)')
  const server = openCommandServer({ name: 'QM1' } as QueueManager, running, silentLog)
  t.is(await status(), 'RUNNING')
  await server?.close()
})
