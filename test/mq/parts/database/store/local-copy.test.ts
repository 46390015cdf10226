import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import type { StoreChange, StoredMessage } from '../../../../../src/mq/manager/store/message-store.ts'
import { LocalCopy, type LocalCopyOptions } from '../../../../../src/mq/parts/database/store/local-copy.ts'
import { createRandom } from '../../../../_support/random.ts'
import { openMemoryMessageStore } from '../../../manager/_support/memory-message-store.ts'
import { add, message } from '../../../manager/store/conformance.ts'

const seed = Number(process.env.COPY_SEED ?? Date.now() % 1_000_000)
/** The estimated memory of this number of messages with short bodies. */
const bytesOf = (messages: number) => messages * 650

/** Returns a body that names the message and those that may be read ahead. */
const readFromDatabase: LocalCopyOptions['readBody'] = async (sequence, next) =>
  Buffer.from(`${sequence}, then ${[...next].join(' ')}`)

/** A copy with room for a few messages, on a file that takes a few turns for each commit. */
function open({
  maxMessages = 3,
  readBody = readFromDatabase,
}: Partial<Pick<LocalCopyOptions, 'readBody'>> & { maxMessages?: number } = {}) {
  const file = openMemoryMessageStore()
  const failures: string[] = []
  const state = { commits: 0, fault: undefined as Error | undefined }
  const copy = new LocalCopy({
    file: {
      messages: file.messages,
      has: (sequence) => file.messages.body(sequence) !== undefined,
      async commit(changes) {
        state.commits += 1
        await turn()
        if (state.fault) throw state.fault
        await file.commit(changes)
        await turn()
      },
    },
    readBody,
    maxUnwrittenBytes: bytesOf(maxMessages),
    onFailed: (error) => failures.push(error.message),
  })
  return { copy, file, failures, state }
}

test('shows changes at once, and writes no message that is removed while memory has room', async (t) => {
  const { copy, state } = open()
  copy.apply([add(7, message(1), 'one')])
  t.is(copy.messages.body(1)?.toString(), 'one')
  t.is(copy.messages.read(7, 1)?.body?.toString(), 'one')
  t.is(copy.messages.find(8, 1), undefined)
  copy.apply([{ type: 'remove', sequence: 1 }])
  t.is(copy.messages.body(1), undefined)
  await copy.close()
  t.is(state.commits, 0)
})

test('writes the oldest messages when memory has no room, and the next commit waits', async (t) => {
  const { copy, file } = open()
  for (let sequence = 1; sequence <= 6; sequence++)
    t.is(copy.apply([add(7, message(sequence))]), undefined, String(sequence))
  await copy.apply([add(7, message(7))])
  t.deepEqual(file.messages.read(7, 1), { message: message(1), body: Buffer.alloc(0) })
  t.is(copy.messages.body(7)?.toString(), 'body')
})

test('a body that is not in memory is read from the database, ahead of others that are not', async (t) => {
  const { copy } = open()
  for (let sequence = 1; sequence <= 7; sequence++) await copy.apply([add(7, message(sequence))])
  t.deepEqual(copy.messages.read(7, 1), { message: message(1), body: undefined })
  const next = () => [2, 3, 4, 5, 6, 7]
  const inFile = [2, 3, 4, 5, 6, 7].filter((each) => copy.messages.body(each) instanceof Promise)
  t.deepEqual([String(await copy.messages.body(1, next)), inFile.at(-1) !== 7], [`1, then ${inFile.join(' ')}`, true])
  copy.apply([{ type: 'remove', sequence: 1 }])
  t.is(copy.messages.body(1), undefined)
  t.deepEqual(
    [1, 2, 7, 8].map((each) => copy.has(each)),
    [false, true, true, false],
  )
})

test('expired messages are those of the file and of memory, without the removed ones', async (t) => {
  const { copy, file } = open()
  const at = (sequence: number, expiresAt: number) => add(7, message(sequence, { expiresAt }))
  await file.commit([at(1, 10), at(2, 20), at(3, 30), at(4, 99)])
  copy.apply([at(5, 15), { type: 'remove', sequence: 1 }, { type: 'setBackoutCount', sequence: 2, backoutCount: 3 }])
  const expired = (limit: number) =>
    copy.messages.expired(30, limit).map((each) => [each.message.sequence, each.message.descriptor.backoutCount])
  t.deepEqual(expired(9), [
    [5, 0],
    [2, 3],
    [3, 0],
  ])
  t.deepEqual(expired(2), [
    [5, 0],
    [2, 3],
  ])
  copy.apply([{ type: 'remove', sequence: 5 }])
  t.deepEqual(expired(1), [[2, 3]], 'the file returns removed messages, too')
})

/** A copy whose file takes each commit at once; `commits` has the kinds of the changes of each. */
function openCounting(maxUnwrittenBytes?: number) {
  const commits: string[][] = []
  const file = openMemoryMessageStore()
  const copy = new LocalCopy({
    file: {
      messages: file.messages,
      has: () => true,
      async commit(changes) {
        commits.push(changes.map(({ type }) => type))
      },
    },
    readBody: readFromDatabase,
    onFailed: () => {},
    ...(maxUnwrittenBytes !== undefined && { maxUnwrittenBytes }),
  })
  return { copy, commits }
}

test('4,096 removals stay in memory, and one more writes all of them, without messages', async (t) => {
  const { copy, commits } = openCounting()
  copy.apply([add(7, message(9_999))])
  for (let sequence = 1; sequence <= 4_096; sequence++) copy.apply([{ type: 'remove', sequence }])
  await turn()
  t.deepEqual(commits, [])
  copy.apply([{ type: 'remove', sequence: 4_097 }])
  await copy.close()
  t.deepEqual(commits, [Array(4_097).fill('remove')])
})

test('messages are written 128 at a time, until the others have room', async (t) => {
  const { copy, commits } = openCounting(100 * 604)
  copy.apply(Array.from({ length: 300 }, (_, index) => add(7, message(index + 1))))
  while (commits.length < 2) await turn()
  await copy.close()
  t.deepEqual(
    commits.map(({ length }) => length),
    [128, 128],
  )
})

test('messages are written again whenever memory is full again', async (t) => {
  const { copy, commits } = openCounting(2 * 604)
  for (const sequence of [1, 4, 7]) {
    copy.apply([0, 1, 2].map((more) => add(7, message(sequence + more))))
    await turn()
  }
  await copy.close()
  t.deepEqual(
    commits.map(({ length }) => length),
    [3, 3, 3],
  )
})

test('a copy that is closed writes no further batch', async (t) => {
  const { copy, commits } = openCounting(604)
  copy.apply(Array.from({ length: 300 }, (_, index) => add(7, message(index + 1))))
  await copy.close()
  t.is(commits.length, 1)
})

test('a commit waits while memory has more than twice the limit', async (t) => {
  const { copy } = openCounting(2 * 604)
  const apply = (sequence: number) => copy.apply([add(7, message(sequence))])
  t.deepEqual([1, 2, 3, 4].map(apply), [undefined, undefined, undefined, undefined])
  t.true(apply(5) instanceof Promise)
  await copy.close()
})

test('messages in memory take 32 MiB at most', async (t) => {
  const block = Buffer.allocUnsafeSlow(32 * 1_048_576 - 600 + 1)
  for (const [bytes, isWritten] of [
    [block.length - 1, false],
    [block.length, true],
  ] as const) {
    const { copy, commits } = openCounting()
    copy.apply([{ type: 'add', queue: 7, message: message(1), body: block.subarray(0, bytes) }])
    await copy.close()
    t.is(commits.length > 0, isWritten)
  }
})

test('reports a file that cannot be written once, and still answers reads', async (t) => {
  const { copy, state, failures } = open({ maxMessages: 0 })
  state.fault = new Error('the disk is full')
  await copy.apply([add(7, message(1))])
  await copy.apply([add(7, message(2))])
  t.deepEqual(failures, ['the disk is full'])
  t.is(copy.messages.body(1)?.toString(), 'body')
})

test('a body that is a small part of a block of memory does not keep the block', (t) => {
  const { copy } = open()
  const block = Buffer.alloc(100_000, 'x')
  copy.apply([{ type: 'add', queue: 7, message: message(1), body: block.subarray(5, 10) }])
  const kept = copy.messages.body(1) as Buffer
  t.is(kept.toString(), 'xxxxx')
  t.true(kept.buffer.byteLength < block.length)
})

test('answers like a store that is written at once, whatever happens in between', async (t) => {
  const random = createRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const expected = openMemoryMessageStore()
  const { copy } = open({ maxMessages: 4, readBody: async (sequence) => expected.messages.body(sequence) })
  for (let step = 0; step < 1_500; step++) {
    const sequence = 1 + pick(20)
    const change = nextChange(sequence, expected.messages.find(7, sequence), pick)
    await expected.commit([change])
    copy.apply([change])
    if (pick(3) === 0) await turn()
    for (let each = 1; each <= 20; each++) {
      const read = copy.messages.read(7, each)
      t.deepEqual(read?.message, expected.messages.find(7, each), `seed ${seed}, step ${step}`)
      if (read?.body) t.deepEqual(read.body, expected.messages.body(each), `seed ${seed}, step ${step}`)
      t.deepEqual(copy.messages.find(7, each), expected.messages.find(7, each), `seed ${seed}, step ${step}`)
      t.deepEqual(await copy.messages.body(each), expected.messages.body(each), `seed ${seed}, step ${step}`)
    }
    t.deepEqual(
      copy.messages.expired(50, 20).map(({ message: { sequence: each } }) => each),
      expected.messages.expired(50, 20).map(({ message: { sequence: each } }) => each),
      `seed ${seed}, step ${step}`,
    )
  }
})

/** Returns a change that the state of the message allows. Expiry times differ, so that their order is defined. */
function nextChange(sequence: number, found: StoredMessage | undefined, pick: (count: number) => number): StoreChange {
  if (!found) return add(7, message(sequence, pick(2) === 0 ? { expiresAt: 30 + sequence } : {}), `${pick(99)}`)
  if (pick(3) === 0) return { type: 'setBackoutCount', sequence, backoutCount: pick(9) }
  return { type: 'remove', sequence }
}
