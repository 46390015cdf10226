import test, { type ExecutionContext } from 'ava'
import { openCommandServer } from '../../../../src/mq/manager/installation/open-command-server.ts'
import { decodeJsonResult, encodeRequest } from '../../../../src/mq/manager/remote/command-messages.ts'
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

function jsonCommand(command: string): NewMessage {
  return { body: encodeRequest(command), format: 'SLCMD', replyTo: { queue: 'REPLY' } }
}

const commandQueue = { queue: 'SYSTEM.ADMIN.COMMAND.QUEUE' }

test('a command of a gateway runs with the authority of its user', async (t) => {
  const { connection, connect } = await serverFor(t)
  for (const name of ['A', 'B']) await connection.command(`DEFINE QLOCAL(APP.${name})`)
  await connection.command("SET AUTHREC PROFILE('APP.A') OBJTYPE(QUEUE) PRINCIPAL('eve') AUTHADD(DSP)")
  const put = connect({ ...admin, name: 'eve' }).put(commandQueue, jsonCommand('DISPLAY QLOCAL(APP.*) MAXDEPTH'))
  const message = await connection.get('REPLY', { correlationId: (await put).messageId, waitMs: 20_000 })
  const { responses } = decodeJsonResult(message?.body as Buffer)
  t.deepEqual(
    responses.flatMap(({ attributes = [] }) => attributes.filter(([keyword]) => keyword === 'QUEUE')),
    [['QUEUE', 'APP.A']],
  )
})

test('no user in a message is privileged', async (t) => {
  const { connection, connect, running } = await serverFor(t)
  await connect({ ...admin, name: 'mqm' }).put(commandQueue, jsonCommand('DEFINE QLOCAL(A)'))
  const message = await connection.get('REPLY', { waitMs: 20_000 })
  t.is(decodeJsonResult(message?.body as Buffer).responses[0]?.reasonCode, 2035)
  t.is(running.queues.find('A'), undefined)
})

test('a message that is no command goes to the dead-letter queue, and the server goes on', async (t) => {
  const { connection } = await serverFor(t)
  await connection.put(commandQueue, text('hello'))
  await connection.put(commandQueue, { ...jsonCommand('PING QMGR'), replyTo: undefined })
  await connection.put(commandQueue, { ...jsonCommand('PING QMGR'), format: 'MQADMIN' })
  for (let count = 0; count < 3; count++) {
    const dead = await connection.get('SYSTEM.DEAD.LETTER.QUEUE', { waitMs: 20_000 })
    t.is(dead?.body.readInt32LE(8), 2110)
  }
  await connection.put(commandQueue, jsonCommand('PING QMGR'))
  t.truthy(await connection.get('REPLY', { waitMs: 20_000 }))
})

test('SCMDSERV(MANUAL) runs no commands of gateways, and CMDSERV of DISPLAY QMSTATUS is STOPPED', async (t) => {
  const { connection, running } = await serverFor(t)
  const { responses } = await connection.command('DISPLAY QMSTATUS CMDSERV')
  t.is(new Map(responses[0]?.attributes).get('CMDSERV'), 'STOPPED', 'PCF commands are not run')
  await connection.command('ALTER QMGR SCMDSERV(MANUAL)')
  t.is(openCommandServer({ name: 'QM1' } as QueueManager, running, silentLog), undefined)
})
