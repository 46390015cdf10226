import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openPathAccess } from '../../../../../../src/mq/parts/file-transfer/engine/files/path-access.ts'
import { blockBytes } from '../../../../../../src/mq/parts/file-transfer/engine/files/shared-blocks.ts'
import type {
  CompletedItems,
  IncomingRecord,
} from '../../../../../../src/mq/parts/file-transfer/engine/receiving/incoming-items.ts'
import { ItemWriter } from '../../../../../../src/mq/parts/file-transfer/engine/receiving/item-writer.ts'
import type {
  ItemOpening,
  Piece,
  SourceFileIdentity,
} from '../../../../../../src/mq/parts/file-transfer/engine/types/frame.ts'

const checkpointBytes = 64 * 1024 * 1024
const source: SourceFileIdentity = { path: '/source', device: 1, inode: 2, size: 3, modified: 4 }

function opening(target = 'a.bin', type: ItemOpening['type'] = 'file'): ItemOpening {
  return { type, target, mode: 'binary', checksum: 'md5', actionIfExists: 'error' }
}
const endOf = (size: number, checksum = 'SUM') => ({ size, checksum })

function failure(code: string | undefined): Error {
  return Object.assign(new Error(`failed with ${code}`), { code })
}

/** A writer over a thread that notes its calls and computes the checksum SUM for every file. */
async function open(t: ExecutionContext, records: IncomingRecord[] = []) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-items-')))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const staged = (item: number) => join(folder, '.mft-t', String(item))
  const calls: string[] = []
  /** The errors of calls that fail, and calls that wait until the test goes on. */
  const errors: Partial<Record<'open' | 'write' | 'sync' | 'finish' | 'close' | 'whole' | 'journal', Error>> = {}
  const gate: { sync: Promise<void> | undefined } = { sync: undefined }
  const sizes: number[] = []
  const files = {
    async openStaged({ path, offset, checksum }: { path: string; offset: number; checksum: string }) {
      if (errors.open) throw errors.open
      calls.push(`open ${path.slice(folder.length + 1)} at ${offset} for ${checksum}`)
      return sizes.push(offset) - 1
    },
    async writeStaged({ handle, data }: { handle: number; data: Uint8Array }) {
      if (errors.write) throw errors.write
      calls.push(`write ${handle} ${Buffer.from(data).toString()}`)
      sizes[handle] = (sizes[handle] ?? 0) + data.length
    },
    async copyStaged(options: { handle: number; source: SourceFileIdentity; length: number }) {
      if (errors.write) throw errors.write
      calls.push(`copy ${options.handle} ${options.source.path} ${options.length}`)
      sizes[options.handle] = (sizes[options.handle] ?? 0) + options.length
    },
    async syncStaged({ handle }: { handle: number }) {
      calls.push(`sync ${handle}`)
      await gate.sync
      if (errors.sync) throw errors.sync
    },
    async finishStaged({ handle }: { handle: number }) {
      calls.push(`finish ${handle}`)
      if (errors.finish) throw errors.finish
      return { size: sizes[handle] ?? 0, checksum: 'SUM' }
    },
    async closeStaged({ handle }: { handle: number }) {
      calls.push(`close ${handle}`)
      if (errors.close) throw errors.close
    },
    async writeWhole({
      data,
      files: given,
    }: {
      data: Uint8Array
      files: { path: string; from: number; size: number }[]
    }) {
      if (given.length === 0) calls.push('whole, without a file')
      return given.map(({ path, from, size }) => {
        const text = Buffer.from(data.subarray(from, from + size)).toString()
        if (errors.whole && text !== 'good')
          return { code: (errors.whole as { code?: string }).code, message: errors.whole.message }
        calls.push(`whole ${path.slice(folder.length + 1)} ${text}`)
        return 'SUM'
      })
    },
  }
  const journal: unknown[] = []
  const connection = {
    beginUnitOfWork: () => ({
      async commit() {
        if (errors.journal) throw errors.journal
      },
      async backout() {},
    }),
  }
  const state = { append: async (_unit: object, record: { kind: string }) => void journal.push(record) }
  const paths = await openPathAccess({ sandboxRoot: folder, transferRoot: folder })
  const deps = { writer: files, connection, paths, workFolder: folder }
  const writer = new ItemWriter('T', state as never, records, deps as never)
  const completed = { verified: [], failed: [], unsynced: [] } as unknown as CompletedItems
  const write = (pieces: Piece[], payload = '', ended: number[] = [], file?: SourceFileIdentity) =>
    writer.write(pieces, { payload: Buffer.from(payload), file }, (item) => ended.includes(item), completed)
  const checkpoints = () => journal.filter((record) => (record as { kind: string }).kind === 'checkpoint')
  return { folder, staged, calls, errors, gate, writer, completed, write, checkpoints }
}

const first: Piece = { item: 0, offset: 0, length: 3, opening: opening() }
const next: Piece = { item: 0, offset: 3, length: 3 }
const last: Piece = { item: 0, offset: 6, length: 3, end: endOf(9) }

test('an item in pieces is written in their order, synced at its end, and verified', async (t) => {
  const { folder, staged, calls, write, writer, completed } = await open(t)
  await write([first, next], 'abcdef')
  t.deepEqual(writer.partial, [{ item: 0, offset: 6 }])
  await write([last], 'ghi')
  t.deepEqual(calls, ['open .mft-t/0 at 0 for md5', 'write 0 abc', 'write 0 def', 'write 0 ghi', 'finish 0'])
  t.deepEqual(completed.verified, [
    { item: 0, opening: opening(), target: join(folder, 'a.bin'), staged: staged(0), size: 9, checksum: 'SUM' },
  ])
  t.deepEqual([completed.failed, completed.unsynced, writer.partial], [[], [], []])
})

test('items that arrive whole are written together, and are synced later', async (t) => {
  const { staged, calls, write, writer, completed } = await open(t)
  const whole = (item: number, length: number) => ({
    item,
    offset: 0,
    length,
    opening: opening(`${item}`),
    end: endOf(length),
  })
  await write([whole(1, 2), { ...first, item: 2 }, whole(3, 4)], 'abcdefghi')
  t.deepEqual(calls, ['open .mft-t/2 at 0 for md5', 'write 0 cde', 'whole .mft-t/1 ab', 'whole .mft-t/3 fghi'])
  t.deepEqual(
    completed.verified.map(({ item, size }) => [item, size]),
    [
      [1, 2],
      [3, 4],
    ],
  )
  t.deepEqual([...completed.unsynced], [staged(1), staged(3)])
  t.deepEqual(writer.partial, [{ item: 2, offset: 3 }])
})

test('an item whose last bytes come with its opening, after a part that is there, is not written whole', async (t) => {
  const { calls, write, completed } = await open(t)
  await write([{ item: 0, offset: 6, length: 3, opening: opening(), end: endOf(9) }], 'ghi')
  t.deepEqual(calls, ['open .mft-t/0 at 6 for md5', 'write 0 ghi', 'finish 0'])
  t.is(completed.verified.length, 1)
})

test('pieces of items that have ended are left out, and their bytes are skipped', async (t) => {
  const { calls, write } = await open(t)
  await write([{ ...first, item: 5 }, first], 'abcdef', [5])
  await write([{ ...first, item: 5 }], '', [5], source)
  t.deepEqual(calls, ['open .mft-t/0 at 0 for md5', 'write 0 def'])
})

test('a payload that is longer than the shared block is written as it is', async (t) => {
  const { calls, write } = await open(t)
  const text = 'x'.repeat(blockBytes + 1)
  await write([{ ...first, length: text.length }], text)
  t.is(calls[1], `write 0 ${text}`)
})

test('a file of the same process is copied, and is compared with its size alone', async (t) => {
  const { calls, write, completed } = await open(t)
  await write([{ ...first }], '', [], source)
  await write([{ item: 0, offset: 3, length: 6, end: endOf(9, '') }], '', [], source)
  t.deepEqual(calls, ['open .mft-t/0 at 0 for md5', 'copy 0 /source 3', 'copy 0 /source 6', 'finish 0'])
  t.is(completed.verified[0]?.checksum, 'SUM')
})

for (const [title, end, text] of [
  ['another checksum', endOf(3, 'OTHER'), /the checksum SUM is not that of the source, OTHER/],
  ['another size', endOf(4), /3 bytes arrived, and the source has 4/],
] as const)
  for (const way of ['in pieces', 'whole'] as const)
    test(`an item with ${title} than its source fails, when it arrives ${way}`, async (t) => {
      const { write, writer, completed } = await open(t)
      if (way === 'whole') await write([{ ...first, end }], 'abc')
      else {
        await write([{ ...first, length: 1 }], 'a')
        await write([{ item: 0, offset: 1, length: 2, end }], 'bc')
      }
      t.regex(completed.failed[0]?.description ?? '', text)
      t.deepEqual([completed.verified, writer.partial], [[], []])
    })

test('an item that is opened again continues where the source says, in a file that is opened again', async (t) => {
  const { calls, write, writer } = await open(t)
  await write([first, next], 'abcdef')
  await write([{ ...next, opening: opening() }], 'xyz')
  t.deepEqual(calls.slice(3), ['close 0', 'open .mft-t/0 at 3 for md5', 'write 1 xyz'])
  t.deepEqual(writer.partial, [{ item: 0, offset: 6 }])
})

test('an item that its source gives up is closed and removed', async (t) => {
  const { calls, staged, folder, write, writer, completed } = await open(t)
  await write([first], 'abc')
  await writeFile(staged(0), 'abc')
  await write([{ item: 0, offset: 3, length: 0, abort: true }])
  await write([next], 'def')
  t.deepEqual(calls.slice(2), ['close 0'])
  await t.throwsAsync(realpath(staged(0)), { code: 'ENOENT' })
  t.deepEqual([writer.partial, completed.failed], [[], []])
  t.true((await realpath(folder)) === folder)
  await t.notThrowsAsync(write([{ item: 9, offset: 0, length: 0, abort: true }]))
})

for (const way of ['in pieces', 'whole'] as const)
  test(`an item outside of the sandbox fails, when it arrives ${way}, and others are written`, async (t) => {
    const { calls, write, completed } = await open(t)
    const outside = { ...first, item: 1, opening: opening('/etc/passwd'), ...(way === 'whole' && { end: endOf(3) }) }
    const inside = { ...first, ...(way === 'whole' && { end: endOf(3) }) }
    await write([outside, inside], 'abcdef')
    await write([{ ...next, item: 1 }], 'xyz')
    t.deepEqual(calls.at(-1), way === 'whole' ? 'whole .mft-t/0 def' : 'write 0 def')
    t.deepEqual(
      completed.failed.map(({ item, target, state }) => [item, target, state]),
      [[1, '/etc/passwd', 'failed']],
    )
    t.regex(completed.failed[0]?.description ?? '', /BFGIO0056E: the path \/etc\/passwd is outside/)
  })

for (const [call, pieces] of [
  ['open', [first]],
  ['write', [first]],
  ['whole', [{ ...first, end: endOf(3) }]],
] as const) {
  test(`an error of the file system fails the item: ${call}`, async (t) => {
    const { folder, errors, calls, write, writer, completed } = await open(t)
    errors[call] = failure('EACCES')
    await write([...pieces], 'abc')
    t.is(completed.failed.length, 1)
    t.regex(completed.failed[0]?.description ?? '', /File "\S+\/a\.bin" cannot be accessed: permission denied/)
    t.is(completed.failed[0]?.target, join(folder, 'a.bin'))
    t.deepEqual([writer.partial, completed.verified], [[], []])
    if (call === 'write') t.is(calls.at(-1), 'close 0')
  })

  for (const code of ['ENOSPC', 'EDQUOT', undefined])
    test(`${code ?? 'an error without a code'} does not fail the item, which continues later: ${call}`, async (t) => {
      const { errors, write, writer, completed } = await open(t)
      errors[call] = failure(code)
      await t.throwsAsync(write([...pieces], 'abc'), { message: `failed with ${code}` })
      t.deepEqual([completed.failed, completed.verified], [[], []])
      t.deepEqual(writer.partial, call === 'write' ? [{ item: 0, offset: 0 }] : [])
    })
}

for (const reasonCode of [2162, undefined])
  test(`a staging folder that cannot be recorded ${reasonCode ? 'now does not fail' : 'fails'} the item`, async (t) => {
    const { errors, write, completed } = await open(t)
    errors.journal = Object.assign(new Error('no commit'), { reasonCode })
    if (reasonCode) await t.throwsAsync(write([first], 'abc'), { message: 'no commit' })
    else await write([first], 'abc')
    t.is(completed.failed.length, reasonCode ? 0 : 1)
  })

test('a file whose end cannot be synced fails, and is not closed twice', async (t) => {
  const { calls, errors, write, writer, completed } = await open(t)
  errors.finish = failure('EIO')
  await write([first], 'abc')
  await write([{ ...next, end: endOf(6) }], 'def')
  t.is(calls.at(-1), 'finish 0')
  t.is(completed.failed.length, 1)
  t.deepEqual(writer.partial, [])
})

test('of items that arrive whole, one that fails does not fail the others', async (t) => {
  const { errors, write, completed } = await open(t)
  errors.whole = failure('EACCES')
  const whole = (item: number) => ({ item, offset: 0, length: 4, opening: opening(`${item}`), end: endOf(4) })
  await write([whole(1), whole(2)], 'bad!good')
  t.deepEqual(
    completed.failed.map(({ item }) => item),
    [1],
  )
  t.deepEqual(
    completed.verified.map(({ item }) => item),
    [2],
  )
})

const large: Piece = { item: 0, offset: 0, length: checkpointBytes, opening: opening() }
const more = (offset: number, length: number): Piece => ({ item: 0, offset, length })

test('a large item is synced and recorded at each checkpoint', async (t) => {
  const { calls, write, checkpoints, writer } = await open(t)
  await write([{ ...large, length: checkpointBytes - 1 }], '')
  t.deepEqual(checkpoints(), [])
  await write([more(checkpointBytes - 1, 1)], '')
  await write([more(checkpointBytes, checkpointBytes - 1)], '')
  await writer.close()
  t.deepEqual(checkpoints(), [{ kind: 'checkpoint', item: 0, offset: checkpointBytes }])
  t.is(calls.filter((call) => call === 'sync 0').length, 1)
})

test('checkpoints of an item run beside its writes, one at a time', async (t) => {
  const { calls, gate, write, writer, checkpoints } = await open(t)
  const running = Promise.withResolvers<void>()
  gate.sync = running.promise
  await write([large], '')
  await write([more(checkpointBytes, 5)], 'after')
  t.is(calls.at(-1), 'write 0 after')
  const second = write([more(checkpointBytes + 5, checkpointBytes)], '')
  t.is(calls.filter((call) => call === 'sync 0').length, 1)
  running.resolve()
  await second
  await writer.close()
  t.is(checkpoints().length, 2)
})

test('an item is complete after its checkpoint', async (t) => {
  const { calls, gate, write, completed } = await open(t)
  const running = Promise.withResolvers<void>()
  gate.sync = running.promise
  await write([large], '')
  const ended = write([{ ...more(checkpointBytes, 3), end: endOf(3) }], 'abc')
  await new Promise((resolve) => setImmediate(resolve))
  t.false(calls.includes('finish 0'))
  running.resolve()
  await ended
  t.is(calls.at(-1), 'finish 0')
  t.is(completed.verified.length, 1)
})

for (const [code, isFailed] of [
  ['EIO', true],
  ['ENOSPC', false],
] as const)
  for (const [when, piece] of [
    ['next one', more(checkpointBytes, checkpointBytes)],
    ['end', { ...more(checkpointBytes, 0), end: endOf(0) }],
  ] as const)
    test(`a checkpoint that fails with ${code} ${isFailed ? 'fails' : 'does not fail'} the item at the ${when}`, async (t) => {
      const { errors, write, completed, checkpoints } = await open(t)
      errors.sync = failure(code)
      await write([large], '')
      const second = write([piece], '')
      if (isFailed) await second
      else await t.throwsAsync(second, { message: 'failed with ENOSPC' })
      t.is(completed.failed.length, isFailed ? 1 : 0)
      t.deepEqual([completed.verified, checkpoints()], [[], []])
    })

test('files are closed with what is written, and bytes after the last checkpoint count as missing after an error', async (t) => {
  const { calls, errors, write, writer } = await open(t)
  await write([large], '')
  await write([more(checkpointBytes, 5)], 'after')
  await write([{ ...first, item: 1, opening: opening('b') }], 'abc')
  t.deepEqual(writer.partial, [
    { item: 0, offset: checkpointBytes + 5 },
    { item: 1, offset: 3 },
  ])
  errors.close = failure('EIO')
  await writer.abandon()
  t.deepEqual(calls.slice(-2), ['close 0', 'close 1'])
  t.deepEqual(writer.partial, [
    { item: 0, offset: checkpointBytes },
    { item: 1, offset: 0 },
  ])
  await writer.close()
  t.deepEqual(calls.slice(-2), ['close 0', 'close 1'])
})

test('closing waits for the checkpoints and closes each file once', async (t) => {
  const { calls, write, writer, errors } = await open(t)
  await write([large], '')
  await writer.close()
  await writer.close()
  t.deepEqual(calls.slice(-2), ['sync 0', 'close 0'])
  errors.close = failure('EIO')
  await write([{ ...first, item: 1, opening: opening('b') }], 'abc')
  await t.throwsAsync(writer.close(), { message: 'failed with EIO' })
})

test('an item that is discarded during a checkpoint is not a part that continues', async (t) => {
  const { gate, write, writer } = await open(t)
  const running = Promise.withResolvers<void>()
  gate.sync = running.promise
  await write([large], '')
  const aborted = write([{ ...more(checkpointBytes, 0), abort: true }])
  running.resolve()
  await aborted
  t.deepEqual(writer.partial, [])
})

test('the parts of a transfer that continues are those of its last checkpoints, until their items open or end', async (t) => {
  const { write, writer } = await open(t, [
    { kind: 'checkpoint', item: 0, offset: 10 },
    { kind: 'checkpoint', item: 1, offset: 10 },
    { kind: 'checkpoint', item: 0, offset: 20 },
    { kind: 'staging', folder: '/nowhere/.mft-t' },
  ])
  t.deepEqual(writer.partial, [
    { item: 0, offset: 20 },
    { item: 1, offset: 10 },
  ])
  await write([{ item: 0, offset: 15, length: 3, opening: opening() }], 'abc')
  t.deepEqual(writer.partial, [
    { item: 0, offset: 18 },
    { item: 1, offset: 10 },
  ])
  writer.forget(0)
  writer.forget(1)
  t.deepEqual(writer.partial, [])
})
