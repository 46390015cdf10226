import test from 'ava'
import { splitBySize, takePreservedMessages } from '../../../../../src/mq/parts/database/store/preserved-messages.ts'
import type { PostgresConnection } from '../../../../../src/shared/lib/postgres/postgres-connection.ts'
import { message } from '../../../manager/store/conformance.ts'

type Row = Record<string, unknown>

/** Takes the rows from a database, and returns the messages with the names and values of all statements. */
async function take(rows: readonly Row[]) {
  const statements: (readonly [name: string, ...values: unknown[]])[] = []
  const texts: string[] = []
  const connection: PostgresConnection = {
    async query({ name, text }, values) {
      statements.push([name, ...values])
      texts.push(text)
      if (name !== 'preserved') return []
      const limit = Number(/LIMIT (\d+)/.exec(text)?.[1])
      return rows.filter(({ sequence }) => Number(sequence) > Number(values[0])).slice(0, limit)
    },
    close: async () => {},
  }
  return { messages: await takePreservedMessages(connection, 'qm_a', 5), statements, texts }
}

function row(sequence: number, more: Row = {}): Row {
  return {
    sequence,
    queue: 7,
    lane: 0,
    foreign_id: null,
    correlation_id: null,
    expires_at: null,
    length: 5,
    body_file: null,
    descriptor: JSON.stringify(message(1).descriptor),
    backout_count: null,
    body: Buffer.from('body'),
    ...more,
  }
}

const rowsUntil = (last: number) => Array.from({ length: last }, (_, index) => row(index + 1))

test('rows become messages with their queue and body', async (t) => {
  const [foreignId, correlationId] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
  const whole = { lane: 9, foreign_id: foreignId, correlation_id: correlationId, expires_at: 50.5 }
  const { messages } = await take([
    row(1),
    row(2, { ...whole, queue: 8, length: 99, body_file: 'n.1', backout_count: 3, body: Buffer.from('x') }),
    row(3, { backout_count: 0, expires_at: 0 }),
  ])
  const { descriptor } = message(1)
  t.deepEqual(messages, [
    { queue: 7, message: message(1), body: Buffer.from('body') },
    {
      queue: 8,
      message: message(2, {
        lane: 9,
        foreignId,
        correlationId,
        expiresAt: 50.5,
        length: 99,
        bodyFile: 'n.1',
        descriptor: { ...descriptor, backoutCount: 3 },
      }),
      body: Buffer.from('x'),
    },
    { queue: 7, message: message(3, { expiresAt: 0 }), body: Buffer.from('body') },
  ])
})

for (const [count, starts] of [
  [1, [0]],
  [255, [0]],
  [256, [0, 256]],
  [257, [0, 256]],
  [512, [0, 256, 512]],
] as const)
  test(`${count} messages are read in pages of 256 and deleted, when the instance is still the active one`, async (t) => {
    const { messages, statements, texts } = await take(rowsUntil(count))
    t.deepEqual(
      messages.map((each) => each.message.sequence),
      Array.from({ length: count }, (_, index) => index + 1),
    )
    t.deepEqual(statements, [...starts.map((start) => ['preserved', start] as const), ['clear-preserved', 5]])
    t.is(texts.at(-1), 'DELETE FROM qm_a.preserved WHERE (SELECT fence FROM qm_a.owner) = $1')
  })

test('nothing is deleted when there is nothing', async (t) => {
  const { messages, statements } = await take([])
  t.deepEqual([messages, statements], [[], [['preserved', 0]]])
})

const mebibyte = 1_048_576

/** Returns the sizes of the bodies in each group. The bodies have only a length. */
function split(...sizes: number[]): number[][] {
  const messages = sizes.map((length, index) => ({ queue: 7, message: message(index + 1), body: { length } as Buffer }))
  return splitBySize(messages).map((group) => group.map(({ body }) => body.length))
}

test('bodies of at most 64 MiB share a group, in their order', (t) => {
  t.deepEqual(split(), [])
  t.deepEqual(split(0, 5, 7), [[0, 5, 7]])
  t.deepEqual(split(32 * mebibyte, 32 * mebibyte, 0), [[32 * mebibyte, 32 * mebibyte, 0]])
  t.deepEqual(split(32 * mebibyte, 32 * mebibyte, 1, 2), [
    [32 * mebibyte, 32 * mebibyte],
    [1, 2],
  ])
})

test('a body of more than 64 MiB has a group of its own', (t) => {
  t.deepEqual(split(1, 70 * mebibyte, 5), [[1], [70 * mebibyte], [5]])
})
