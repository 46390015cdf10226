/** Transfers between two agents of one queue manager. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openTransfers, removeTransfers, type Transfers, waitFor } from './_support/transfers.ts'

let transfers: Transfers
test.before(async () => {
  transfers = await openTransfers()
})
test.after.always(async () => {
  await transfers.close()
  await removeTransfers(transfers)
})

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(transfers.source, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  return path
}

/** The files of a target folder. The hidden folder of a transfer is removed just after its end. */
async function listVisible(name: string): Promise<string[]> {
  return (await readdir(join(transfers.target, name))).filter((each) => !each.startsWith('.'))
}

const received = (name: string) => readFile(join(transfers.target, name), 'utf8')

test('a file arrives whole, and its source stays', async (t) => {
  const path = await write('one.txt', 'first file')
  const { event, items } = await transfers.run([{ source: { name: path }, destination: { name: 'one' } }])
  t.is(event.description, 'BFGRP0032I: The file transfer request has successfully completed.')
  t.is(event.state, 'successful')
  t.like(event, { numberOfFiles: 1, numberOfFileSuccesses: 1, numberOfFileFailures: 0, bytesSent: 10 })
  t.is(await received('one/one.txt'), 'first file')
  t.is((await stat(path)).size, 10)
  t.like(items?.[0], {
    state: 'successful',
    checksum: { method: 'md5', value: createHash('md5').update('first file').digest('hex').toUpperCase() },
    destination: { path: join(transfers.target, 'one/one.txt'), size: 10 },
  })
  await waitFor(async () => (await readdir(join(transfers.target, 'one'))).length === 1 || undefined)
})

test('a large file arrives byte for byte, and is deleted at its source', async (t) => {
  const content = Buffer.alloc(9_000_000)
  for (let at = 0; at < content.length; at += 4) content.writeUInt32LE(at, at)
  const path = await write('large.bin', content)
  const { event, items } = await transfers.run([
    { checksum: 'sha256', source: { name: 'large.bin', disposition: 'delete' } },
  ])
  t.like(event, { state: 'successful', bytesSent: content.length })
  const value = createHash('sha256').update(content).digest('hex').toUpperCase()
  t.deepEqual(items?.[0]?.checksum, { method: 'sha256', value })
  t.true(content.equals(await readFile(join(transfers.target, 'large.bin'))))
  await t.throwsAsync(stat(path), { code: 'ENOENT' })
})

test('an existing target stays, unless it may be overwritten', async (t) => {
  await write('twice.txt', 'new')
  await writeFile(join(transfers.target, 'twice.txt'), 'old')
  const refused = await transfers.run([{ source: { name: 'twice.txt', disposition: 'delete' } }])
  t.is(refused.event.state, 'failed')
  t.is(
    refused.event.description,
    'BFGRP0034I: The file transfer request has completed with no files being transferred.',
  )
  t.regex(refused.items?.[0]?.description ?? '', /BFGIO0006E: File ".*twice\.txt" already exists\./)
  t.is(await received('twice.txt'), 'old')
  const accepted = await transfers.run([
    { source: { name: 'twice.txt' }, destination: { actionIfExists: 'overwrite' } },
  ])
  t.is(accepted.event.state, 'successful')
  t.is(await received('twice.txt'), 'new')
})

test('a folder moves with the folders below it, and wildcards choose files', async (t) => {
  await write('tree/a.csv', '1')
  await write('tree/b.txt', '2')
  await write('tree/deep/er/c.csv', '3')
  const all = await transfers.run([
    { source: { type: 'directory', name: 'tree', recursive: true }, destination: { name: 'whole' } },
  ])
  t.is(all.event.numberOfFileSuccesses, 3)
  t.is(await received('whole/deep/er/c.csv'), '3')
  const some = await transfers.run([{ source: { name: 'tree/*.csv' }, destination: { name: 'some' } }])
  t.is(some.event.numberOfFileSuccesses, 1)
  t.deepEqual(await listVisible('some'), ['a.csv'])
})

test('text is converted to another encoding and other line ends', async (t) => {
  await write('text.txt', 'Grüße\r\nzwei\r\n')
  const { event } = await transfers.run([
    {
      mode: 'text',
      source: { name: 'text.txt' },
      destination: { type: 'file', name: 'text.latin1', encoding: 'windows-1252', endOfLine: 'LF' },
    },
  ])
  t.is(event.state, 'successful')
  t.is((await readFile(join(transfers.target, 'text.latin1'))).toString('latin1'), 'Grüße\nzwei\n')
})

test('many small files arrive in one transfer', async (t) => {
  await Promise.all(Array.from({ length: 600 }, (_, index) => write(`many/${index}`, `content ${index}`)))
  const { event } = await transfers.run([
    { source: { type: 'directory', name: 'many', disposition: 'delete' }, destination: { name: 'many' } },
  ])
  t.like(event, { state: 'successful', numberOfFileSuccesses: 600 })
  t.is((await listVisible('many')).length, 600)
  t.is(await received('many/599'), 'content 599')
  t.deepEqual(await readdir(join(transfers.source, 'many')), [])
})

for (const [title, item] of [
  ['a path outside', { source: { name: '/etc/passwd' } }],
  ['a path that climbs out', { source: { name: '../AGENT2/one.txt' } }],
  ['a symbolic link that leads out', { source: { name: 'link' } }],
  ['a target outside', { source: { name: 'inside.txt' }, destination: { name: '../escaped' } }],
] as const) {
  test(`the sandbox of an agent rejects ${title}`, async (t) => {
    await write('inside.txt', 'x')
    await symlink('/etc/passwd', join(transfers.source, 'link')).catch(() => undefined)
    const { event, items } = await transfers.run([item])
    t.is(event.state, 'failed')
    t.regex(items?.[0]?.description ?? '', /outside of the folders that sandboxRoot allows/)
  })
}

test('a transfer with a missing file is partially successful', async (t) => {
  await write('here.txt', 'x')
  const { event, items } = await transfers.run([{ source: { name: 'here.txt' } }, { source: { name: 'missing.txt' } }])
  t.like(event, { state: 'partiallySuccessful', numberOfFileFailures: 1, numberOfFileSuccesses: 1 })
  t.regex(items?.[1]?.description ?? '', /missing\.txt" does not exist/)
})

test('a file becomes a message, and messages become a file', async (t) => {
  const { connection } = transfers
  await connection.command('DEFINE QLOCAL(ORDERS) DEFPSIST(YES)')
  await write('order.txt', 'eleven byte')
  const there = await transfers.run([
    { source: { name: 'order.txt' }, destination: { type: 'queue', name: 'ORDERS@QM1', messageSize: 4 } },
  ])
  t.is(there.event.state, 'successful', there.items?.[0]?.description)
  const messages = await connection.list('ORDERS', { limit: 10 })
  t.deepEqual(
    messages.map(({ length }) => length),
    [4, 4, 3],
  )
  const back = await transfers.run([
    { source: { type: 'queue', name: 'ORDERS' }, destination: { type: 'file', name: 'orders.out' } },
  ])
  t.is(back.event.state, 'successful', back.items?.[0]?.description)
  t.is(await received('orders.out'), 'eleven byte')
  t.deepEqual(await connection.list('ORDERS', { limit: 10 }), [])
})

test('of a source queue with groups, only the messages of the group move, by their sequence numbers', async (t) => {
  const { connection } = transfers
  await connection.command('DEFINE QLOCAL(GROUPS) DEFPSIST(YES)')
  for (const [body, group] of [
    ['two', { id: 'G1', sequence: 2, isLast: true }],
    ['other', { id: 'G2', sequence: 1, isLast: false }],
    ['alone', undefined],
    ['one ', { id: 'G1', sequence: 1, isLast: false }],
  ] as const) {
    await connection.put({ queue: 'GROUPS' }, { body: Buffer.from(body), format: 'MQSTR', ...(group && { group }) })
  }
  const { event, items } = await transfers.run([
    { source: { type: 'queue', name: 'GROUPS', groupId: 'G1' }, destination: { type: 'file', name: 'g1.out' } },
  ])
  t.is(event.state, 'successful', items?.[0]?.description)
  t.is(await received('g1.out'), 'one two')
  t.is((await connection.list('GROUPS', { limit: 10 })).length, 2)
})

test('a transfer whose condition does not hold moves nothing', async (t) => {
  await write('waits.txt', 'x')
  const { event } = await transfers.run([{ source: { name: 'waits.txt' } }], {
    conditions: [{ type: 'exists', paths: ['go'] }],
  })
  t.is(event.state, 'failed')
  t.regex(event.description, /The transfer did not start: .*go does not exist/)
  await t.throwsAsync(received('waits.txt'), { code: 'ENOENT' })
})

test('the agents are ready', async (t) => {
  const agents = await waitFor(() => {
    const found = transfers.transfer.listAgents('QM1')
    return found.length === 2 ? found : undefined
  })
  t.deepEqual(
    agents.map(({ name }) => name),
    ['AGENT1', 'AGENT2'],
  )
})
