/** Transfers that are not valid, not authorized, cancelled, or whose other agent is not there. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { AgentCommand } from '../../../../../src/mq/parts/file-transfer/engine/index.ts'
import { openTransfers, removeTransfers, type Transfers, waitFor } from './_support/transfers.ts'

let transfers: Transfers
test.before(async () => {
  transfers = await openTransfers()
  await writeFile(join(transfers.source, 'file.txt'), 'content')
})
test.after.always(async () => {
  await transfers.close()
  await removeTransfers(transfers)
})

const agent1 = { name: 'AGENT1', qmgrName: 'QM1' }
const findEnded = (id: string) =>
  waitFor(() => {
    const event = transfers.transfer.view('QM1').transfers.find(id)?.event
    return event?.endedAt === undefined ? undefined : event
  })

for (const [title, body, reason] of [
  ['text that is no JSON', 'transfer, please', /not a command/],
  ['an unknown command', '{"type":"format"}', /no command "format"/],
  ['a transfer without a request', '{"type":"transfer"}', /transfer\.request is missing/],
] as const) {
  test(`${title} on the command queue is malformed`, async (t) => {
    const target = { queue: 'SYSTEM.FTE.COMMAND.AGENT1' }
    const { messageId } = await transfers.connection.put(target, { body: Buffer.from(body), format: 'MQSTR' })
    const event = await findEnded(messageId.toString('hex').toUpperCase())
    t.is(event.state, 'malformed')
    t.regex(event.description, reason)
  })
}

test('messages that are no reply and no frame are discarded, and the agent goes on', async (t) => {
  const deep = `${'['.repeat(600)}${']'.repeat(600)}`
  for (const queue of ['REPLY', 'DATA', 'COMMAND'])
    for (const body of ['', 'no JSON', 'null', '{"transfer":1}', deep])
      await transfers.connection.put(
        { queue: `SYSTEM.FTE.${queue}.AGENT1` },
        { body: Buffer.from(body), format: 'MQSTR' },
      )
  const { event } = await transfers.run([{ source: { name: 'file.txt' } }])
  t.is(event.state, 'successful')
})

test('a request with an item that has no source is malformed', async (t) => {
  const request = transfers.request([{ source: { name: 'file.txt' } }])
  const items = [{ ...request.items[0], source: {} }] as unknown as typeof request.items
  const command: AgentCommand = { type: 'transfer', request: { ...request, items } }
  const { id, reply } = await transfers.transfer.send('QM1', agent1, command, { waitMs: 10_000 })
  t.false(reply?.accepted)
  t.regex(reply?.text ?? '', /request\.items\[0\]\.source\.type is missing or not valid/)
  t.is((await findEnded(id)).state, 'malformed')
})

test('a transfer to an agent that does not exist fails', async (t) => {
  const destinationAgent = { name: 'NOBODY', qmgrName: 'QM1' }
  const { event } = await transfers.run([{ source: { name: 'file.txt' } }], { destinationAgent })
  t.is(event.state, 'failed')
  t.regex(event.description, /there is no agent NOBODY on the queue manager QM1/)
})

test('a scheduled transfer that is deleted ends as deleted', async (t) => {
  const request = transfers.request([{ source: { name: 'file.txt' } }])
  const schedule = { startTime: '2099-01-01T00:00', timeBase: 'UTC' as const }
  const command: AgentCommand = { type: 'transfer', request, schedule }
  const { id } = await transfers.transfer.send('QM1', agent1, command, { waitMs: 10_000 })
  await transfers.transfer.send('QM1', agent1, { type: 'deleteSchedule', id }, { waitMs: 10_000 })
  t.like(await findEnded(id), { state: 'deleted', destinationAgent: { name: 'AGENT2' } })
})

for (const [member, schedule] of [
  ['schedule.timeBase', { startTime: '10:00', timeBase: 'moon' }],
  ['schedule.timeZone', { startTime: '10:00', timeBase: 'admin', timeZone: 'Europe/Atlantis' }],
  ['schedule.repeat.every', { startTime: '10:00', timeBase: 'UTC', repeat: { every: 0, unit: 'days' } }],
  ['schedule.repeat.count', { startTime: '10:00', timeBase: 'UTC', repeat: { every: 1, unit: 'days', count: 'x' } }],
  ['schedule.startTime', { timeBase: 'UTC' }],
] as const)
  test(`a schedule whose ${member} is not valid is rejected`, async (t) => {
    const request = transfers.request([{ source: { name: 'file.txt' } }])
    const command = { type: 'transfer', request, schedule } as unknown as AgentCommand
    const { reply } = await transfers.transfer.send('QM1', agent1, command, { waitMs: 10_000 })
    t.false(reply?.accepted)
    t.true(reply?.text.includes(`${member} is missing or not valid`), reply?.text)
  })

test('authorityChecking lets only authorized users start transfers', async (t) => {
  const { transfer, connection, source } = transfers
  const set = await transfer.config.readSet()
  await transfer.createAgent(set, { name: 'STRICT', queueManager: 'QM1' })
  const properties = { agentName: 'STRICT', agentQMgr: 'QM1', transferRoot: source, authorityChecking: 'true' }
  await transfer.config.writeAgent(set, 'STRICT', Object.entries(properties))
  await transfer.config.setStarted(set, 'STRICT', true)
  await transfer.agents.startAgents()
  const allow = (profile: string, authority: string) =>
    connection.command(`SET AUTHREC PROFILE(${profile}) OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(${authority})`)
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('bob') AUTHADD(CONNECT)")
  await allow('SYSTEM.FTE.COMMAND.STRICT', 'PUT')

  const sourceAgent = { name: 'STRICT', qmgrName: 'QM1' }
  const items = [{ source: { name: 'file.txt' }, destination: { name: 'strict' } }]
  const command: AgentCommand = { type: 'transfer', request: transfers.request(items, { sourceAgent }) }
  const principal = { name: 'bob', groups: [], privileged: false }
  const ask = () => transfer.send('QM1', sourceAgent, command, { waitMs: 0, principal })
  const refused = await findEnded((await ask()).id)
  t.like(refused, { state: 'notAuthorized', numberOfFiles: 1, originator: { userId: 'alice' } })
  t.regex(refused.description, /bob needs the authority BROWSE on the queue SYSTEM\.FTE\.AUTHTRN1\.STRICT/)

  await allow('SYSTEM.FTE.AUTHTRN1.STRICT', 'BROWSE')
  t.is((await findEnded((await ask()).id)).state, 'successful')
  t.is(await readFile(join(transfers.target, 'strict', 'file.txt'), 'utf8'), 'content')
})

test('an agent starts with records that were committed beside the end of their journals', async (t) => {
  const before = await openTransfers()
  for (const [kind, name] of Object.entries({
    send: 'cancelled',
    receive: 'checkpoint',
    schedule: 'progress',
    monitor: 'running',
  })) {
    const body = Buffer.from(JSON.stringify({ key: `${kind}:A1`, record: { kind: name } }))
    await before.connection.put(
      { queue: 'SYSTEM.FTE.STATE.AGENT1' },
      { body, format: 'FTEJRNL', persistence: 'persistent' },
    )
  }
  await before.close()
  const after = await openTransfers({ folder: before.folder })
  t.is(after.transfer.agents.explainFailure('AGENT1'), undefined)
  await writeFile(join(after.source, 'file.txt'), 'content')
  t.is((await after.run([{ source: { name: 'file.txt' } }])).event.state, 'successful')
  await after.close()
  await removeTransfers(after)
})

test.serial('a transfer waits for a stopped agent, and can be cancelled before it starts again', async (t) => {
  const { transfer, request } = transfers
  await transfer.agents.stop('AGENT2')
  await transfer.config.setStarted(await transfer.config.readSet(), 'AGENT2', false)
  const send = (name: string) => {
    const items = [{ source: { name: 'file.txt' }, destination: { name } }]
    return transfer.send('QM1', agent1, { type: 'transfer', request: request(items) }, { waitMs: 10_000 })
  }
  const [waits, cancelled] = [await send('waits'), await send('cancelled')]
  await transfer.send('QM1', agent1, { type: 'cancelTransfer', id: cancelled.id }, { waitMs: 10_000 })
  t.is((await findEnded(cancelled.id)).state, 'cancelled')

  await transfer.config.setStarted(await transfer.config.readSet(), 'AGENT2', true)
  await transfer.agents.startAgents()
  t.is((await findEnded(waits.id)).state, 'successful')
  t.is(await readFile(join(transfers.target, 'waits', 'file.txt'), 'utf8'), 'content')
  t.deepEqual(await readdir(join(transfers.target, 'cancelled')).catch(() => []), [])
})

test.serial('monitors of queues start transfers for messages and complete groups, also after a restart', async (t) => {
  const createMonitor = (name: string, queue: string, trigger: 'queueNotEmpty' | 'completeGroups') => {
    const source = { type: 'queue' as const, name: queue }
    const task = transfers.request([{ source, destination: { type: 'file', name: `${name}/\${CurrentTimeStamp}` } }])
    const definition = {
      name,
      type: 'queue' as const,
      pollInterval: 1,
      pollUnit: 'seconds' as const,
      matchesPerTask: 1,
      resource: queue,
      recursionLevel: 0,
      trigger: { type: trigger },
      task,
      pattern: { syntax: 'wildcard' as const, include: '', exclude: '' },
      originator: task.originator,
    }
    const command: AgentCommand = { type: 'createMonitor', definition, replaces: false }
    return transfers.transfer.send('QM1', agent1, command, { waitMs: 10_000 })
  }
  const put = (queue: string, body: string, sequence?: number, isLast = false) =>
    transfers.connection.put(
      { queue },
      {
        body: Buffer.from(body),
        format: 'MQSTR',
        persistence: 'persistent' as const,
        ...(sequence !== undefined && { group: { id: 'G', sequence, isLast } }),
      },
    )
  const contents = async (name: string) => {
    const folder = join(transfers.target, name)
    const names = (await readdir(folder).catch(() => [])).filter((each) => !each.startsWith('.'))
    return Promise.all(names.sort().map((each) => readFile(join(folder, each), 'utf8')))
  }
  for (const queue of ['LINES', 'PARTS']) await transfers.connection.command(`DEFINE QLOCAL(${queue})`)
  t.true((await createMonitor('LINES', 'LINES', 'queueNotEmpty')).reply?.accepted)
  t.true((await createMonitor('PARTS', 'PARTS', 'completeGroups')).reply?.accepted)
  await put('LINES', 'first')
  await put('PARTS', 'one ', 1)
  await waitFor(async () => (await contents('LINES')).length === 1 || undefined)
  t.deepEqual(await contents('PARTS'), [])

  await transfers.close()
  transfers = await openTransfers({ folder: transfers.folder })
  await put('PARTS', 'two', 2, true)
  await put('LINES', 'second')
  await waitFor(async () => (await contents('PARTS')).length === 1 || undefined)
  await waitFor(async () => (await contents('LINES')).length === 2 || undefined)
  t.deepEqual(await contents('PARTS'), ['one two'])
  t.deepEqual((await contents('LINES')).sort(), ['first', 'second'])
})
