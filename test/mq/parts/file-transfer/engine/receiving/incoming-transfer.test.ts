import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { AgentDeps } from '../../../../../../src/mq/parts/file-transfer/engine/context/agent-deps.ts'
import { openPathAccess } from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'
import { openSourceFiles } from '../../../../../../src/mq/parts/file-transfer/engine/files/source-files.ts'
import { openStagedFiles } from '../../../../../../src/mq/parts/file-transfer/engine/files/staged-files.ts'
import { Journal } from '../../../../../../src/mq/parts/file-transfer/engine/queues/journal.ts'
import type { IncomingRecord } from '../../../../../../src/mq/parts/file-transfer/engine/receiving/incoming-items.ts'
import { IncomingTransfer } from '../../../../../../src/mq/parts/file-transfer/engine/receiving/incoming-transfer.ts'
import {
  type DestinationReply,
  decodeFrame,
  encodeFrame,
  type FrameHeader,
  type ItemOpening,
  type Piece,
  type SourceFileIdentity,
} from '../../../../../../src/mq/parts/file-transfer/engine/types/frame.ts'
import { silentLog } from '../../../../../../src/shared/lib/output/log.ts'
import { systemTimers } from '../../../../../../src/shared/lib/time/timers.ts'

/** A destination whose disk fails with a code while `failure` is set. */
async function openDestination(records: readonly IncomingRecord[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'mft-incoming-'))
  const replies: DestinationReply[] = []
  const disk: { failure: string | undefined } = { failure: undefined }
  const files = openStagedFiles()
  const writer: typeof files = {
    ...files,
    async writeStaged(options) {
      if (disk.failure !== undefined) throw Object.assign(new Error(`write: ${disk.failure}`), { code: disk.failure })
      await files.writeStaged(options)
    },
  }
  const connection = {
    beginUnitOfWork: () => ({ commit: async () => {}, backout: async () => {} }),
    async put({ queue }: { queue: string }, { body }: { body: Buffer }) {
      if (queue === 'SYSTEM.FTE.REPLY.SOURCE') replies.push(JSON.parse(body.toString()))
      return { messageId: Buffer.alloc(24) }
    },
  }
  const paths = await openPathAccess({ sandboxRoot: folder, transferRoot: folder })
  const deps = { connection, paths, writer, timers: systemTimers, log: silentLog, workFolder: folder }
  const journal = new Journal(connection as never, 'STATE', 'receive:T')
  const opened = { kind: 'opened', source: 'SOURCE', sourceQmgr: 'QM1', totalBytes: 0 } as const
  const transfer = new IncomingTransfer('T', journal, [opened, ...records], deps as unknown as AgentDeps)

  /** Sends a frame and returns the reply to it. */
  async function send(
    header: FrameHeader,
    content: Uint8Array | { file: SourceFileIdentity } = Buffer.alloc(0),
  ): Promise<DestinationReply> {
    const before = replies.length
    const bytes = content instanceof Uint8Array ? { payload: content } : { payload: Buffer.alloc(0), ...content }
    transfer.receive({ header, ...bytes, release() {} })
    while (replies.length === before) await new Promise((resolve) => setTimeout(resolve, 1))
    return replies.at(-1) as DestinationReply
  }
  const listVisible = async () => (await readdir(folder)).filter((name) => !name.startsWith('.'))
  return { folder, disk, send, listVisible, transfer }
}

const base = { transfer: 'T', source: 'SOURCE', sourceQmgr: 'QM1' }
const resume = (epoch: number): FrameHeader => ({ ...base, kind: 'resume', epoch })
const opening: ItemOpening = { type: 'file', target: 'a.bin', mode: 'binary', checksum: 'md5', actionIfExists: 'error' }
const content = Buffer.from('first second')
const end = { size: content.length, checksum: createHash('md5').update(content).digest('hex').toUpperCase() }
const first = (epoch: number): FrameHeader => ({
  ...base,
  kind: 'data',
  epoch,
  sequence: 1,
  pieces: [{ item: 0, offset: 0, length: 6, opening }],
})
const second = (epoch: number): FrameHeader => ({
  ...base,
  kind: 'data',
  epoch,
  sequence: 2,
  pieces: [{ item: 0, offset: 6, length: 6, end }],
})

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`${code} suspends a transfer, which is whole after it begins again`, async (t) => {
    const { folder, disk, send, listVisible, transfer } = await openDestination()
    t.is((await send(resume(1))).kind, 'state')
    await send(first(1), content.subarray(0, 6))
    disk.failure = code
    t.like(await send(second(1), content.subarray(6)), { suspended: `write: ${code}`, outcomes: [] })
    t.deepEqual(await listVisible(), [])

    disk.failure = undefined
    t.like(await send(resume(2)), { kind: 'state', partial: [{ item: 0, offset: 0 }] })
    await send(first(2), content.subarray(0, 6))
    t.like((await send(second(2), content.subarray(6))).outcomes[0], { state: 'successful', size: 12 })
    t.deepEqual(await readFile(join(folder, 'a.bin')), content)
    await transfer.close(async () => {})
    await rm(folder, { recursive: true })
  })
}

test('a disk error fails the item, and leaves nothing of it', async (t) => {
  const { folder, disk, send, transfer } = await openDestination()
  await send(resume(1))
  await send(first(1), content.subarray(0, 6))
  disk.failure = 'EIO'
  const { outcomes, suspended } = await send(second(1), content.subarray(6))
  t.is(suspended, undefined)
  t.like(outcomes[0], { state: 'failed', target: join(folder, 'a.bin') })
  t.regex(outcomes[0]?.description ?? '', /write: EIO/)
  await transfer.close(async () => {})
  t.deepEqual(await readdir(folder), [])
  await rm(folder, { recursive: true })
})

test('a transfer begins again for a source whose clock was set back', async (t) => {
  const { folder, send, transfer } = await openDestination()
  await send(resume(7))
  t.like(await send(resume(3)), { kind: 'state', epoch: 3 })
  t.like((await send(filesFrame(1, ['one'], 3), Buffer.from('one'))).outcomes, [{ state: 'successful' }])
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})

test('an item fails when another program removes its unfinished file', async (t) => {
  const { folder, send, listVisible, transfer } = await openDestination()
  await send(resume(1))
  await send(first(1), content.subarray(0, 6))
  await rm(join(folder, '.mft-t', '0'))
  t.like((await send(second(1), content.subarray(6))).outcomes, [{ state: 'failed' }])
  t.deepEqual(await listVisible(), [])
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})

test('an item fails when its first bytes are no longer on disk after a restart', async (t) => {
  const { folder, send, transfer } = await openDestination([{ kind: 'checkpoint', item: 0, offset: 6 }])
  t.like(await send(resume(1)), { kind: 'state', partial: [{ item: 0, offset: 6 }] })
  const pieces = [{ item: 0, offset: 6, length: 6, opening, end }]
  const { outcomes } = await send({ ...base, kind: 'data', epoch: 1, sequence: 1, pieces }, content.subarray(6))
  t.like(outcomes, [{ state: 'failed' }])
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})

test('a transfer ends although the folder of its unfinished files has become a file', async (t) => {
  const { folder, send, transfer } = await openDestination()
  await send(resume(1))
  const [piece] = (first(1) as { pieces: readonly Piece[] }).pieces
  const pieces = [{ ...(piece as Piece), opening: { ...opening, target: 'in/a.bin' } }]
  transfer.receive({ header: { ...first(1), pieces } as FrameHeader, payload: content.subarray(0, 6), release() {} })
  await transfer.stop()
  await rm(join(folder, 'in'), { recursive: true })
  await writeFile(join(folder, 'in'), 'a file')
  let hasEnded = false
  await transfer.close(async () => {
    hasEnded = true
  })
  t.true(hasEnded)
  await rm(folder, { recursive: true })
})

test('a damaged item fails, and a lost frame suspends the transfer', async (t) => {
  const { folder, send, listVisible, transfer } = await openDestination()
  await send(resume(1))
  await send(first(1), content.subarray(0, 6))
  const damaged = await send(second(1), Buffer.from('SECOND'))
  t.regex(damaged.outcomes[0]?.description ?? '', /the checksum [0-9A-F]{32} is not that of the source/)
  t.deepEqual(await listVisible(), [])
  const late: FrameHeader = { ...base, kind: 'data', epoch: 1, sequence: 9, pieces: [] }
  t.is((await send(late)).suspended, 'frame 3 is missing')
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})

/** A source file, and the frames by which a destination in the same process copies it in two pieces. */
async function openSourceFile() {
  const path = join(await mkdtemp(join(tmpdir(), 'mft-source-')), 'source.bin')
  await writeFile(path, content)
  const file = await openSourceFiles().identifySource({ path })
  const header = (sequence: number, piece: Piece): FrameHeader => ({
    ...base,
    kind: 'data',
    epoch: 1,
    sequence,
    pieces: [piece],
  })
  const frames = [
    header(1, { item: 0, offset: 0, length: 6, opening }),
    header(2, { item: 0, offset: 6, length: 6, end: { size: content.length, checksum: '' } }),
  ] as const
  return { path, file, frames, remove: () => rm(join(path, '..'), { recursive: true }) }
}

test('a source file of the same process is copied, and its checksum is computed', async (t) => {
  const { file, frames, remove } = await openSourceFile()
  const { folder, send, transfer } = await openDestination()
  await send(resume(1))
  await send(frames[0], { file })
  const { outcomes } = await send(frames[1], { file })
  t.like(outcomes[0], { state: 'successful', checksum: end.checksum, size: content.length })
  t.deepEqual(await readFile(join(folder, 'a.bin')), content)
  await transfer.close(async () => {})
  await Promise.all([remove(), rm(folder, { recursive: true })])
})

for (const [title, change, reason] of [
  ['grows', (path: string) => appendFile(path, 'more'), /source\.bin" changed during the transfer/],
  ['is cut off', (path: string) => truncate(path, 8), /source\.bin" changed during the transfer/],
  ['is written again', (path: string) => writeFile(path, 'FIRST SECOND'), /source\.bin" changed/],
] as const) {
  test(`an item fails when its source file ${title} while it is copied, and leaves nothing`, async (t) => {
    const { path, file, frames, remove } = await openSourceFile()
    const { folder, send, transfer } = await openDestination()
    await send(resume(1))
    await send(frames[0], { file })
    await change(path)
    await utimes(path, new Date(), new Date(file.modified + 1000)) // clocks of file systems may be coarse
    const { outcomes } = await send(frames[1], { file })
    t.like(outcomes[0], { state: 'failed' })
    t.regex(outcomes[0]?.description ?? '', reason)
    await transfer.close(async () => {})
    t.deepEqual(await readdir(folder), [])
    await Promise.all([remove(), rm(folder, { recursive: true })])
  })
}

for (const [title, change, reason] of [
  [
    'was replaced',
    async (path: string) => {
      await writeFile(`${path}.new`, content)
      await rename(`${path}.new`, path)
    },
    /source\.bin" changed during the transfer/,
  ],
  ['was removed', (path: string) => rm(path), /source\.bin" does not exist/],
] as const) {
  test(`an item fails when its source file ${title} before it is copied`, async (t) => {
    const { path, file, frames, remove } = await openSourceFile()
    const { folder, send, transfer } = await openDestination()
    await send(resume(1))
    await change(path)
    const { outcomes } = await send(frames[0], { file })
    t.regex(outcomes[0]?.description ?? '', reason)
    await transfer.close(async () => {})
    await Promise.all([remove(), rm(folder, { recursive: true })])
  })
}

test('a frame in a message cannot name a file to copy', (t) => {
  const file = { path: '/etc/passwd', device: 1, inode: 1, size: 1, modified: 1 }
  const header: FrameHeader & { file: SourceFileIdentity } = { ...resume(1), file }
  t.is(decodeFrame(encodeFrame(header)).file, undefined)
})

/** A frame with a whole file for each text. */
function filesFrame(sequence: number, texts: readonly string[], epoch = 1): FrameHeader {
  const pieces = texts.map((text, item) => ({
    item,
    offset: 0,
    length: text.length,
    opening: { ...opening, target: `${item}.txt` },
    end: { size: text.length, checksum: createHash('md5').update(text).digest('hex').toUpperCase() },
  }))
  return { ...base, kind: 'data', epoch, sequence, pieces }
}

test('of small files in one frame, only the damaged one fails', async (t) => {
  const { folder, send, transfer } = await openDestination()
  await send(resume(1))
  const { outcomes } = await send(filesFrame(1, ['one', 'two', 'three']), Buffer.from('oneTWOthree'))
  t.deepEqual(
    [...outcomes].sort((one, other) => one.item - other.item).map(({ state }) => state),
    ['successful', 'failed', 'successful'],
  )
  t.is(await readFile(join(folder, '2.txt'), 'utf8'), 'three')
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})

test('the bytes of a file that has ended are skipped in a frame', async (t) => {
  const { folder, send, transfer } = await openDestination()
  await send(resume(1))
  await send(filesFrame(1, ['one']), Buffer.from('one'))
  const { outcomes } = await send(filesFrame(2, ['one', 'two']), Buffer.from('onetwo'))
  t.like(outcomes, [{ item: 1, state: 'successful' }])
  t.is(await readFile(join(folder, '1.txt'), 'utf8'), 'two')
  await transfer.close(async () => {})
  await rm(folder, { recursive: true })
})
