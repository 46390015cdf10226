import test from 'ava'
import { DeadLetterHandler } from '../../../../src/mq/parts/dead-letter-handler/dead-letter-handler.ts'
import { parseRules } from '../../../../src/mq/parts/dead-letter-handler/parse-rules.ts'
import { MqiCallError } from '../../../../src/mq/runtime/index.ts'

/** Returns a message of 172 bytes of dead-letter header and a text. All have the same ids. */
function dead(text: string) {
  const header = Buffer.alloc(172, ' ')
  header.write('DLH ', 0)
  for (const [value, at] of [
    [1, 4],
    [2053, 8],
    [546, 108],
    [1208, 112],
    [7, 124],
  ] as const)
    header.writeInt32LE(value, at)
  header.write('MQSTR', 116)
  const body = Buffer.concat([header, Buffer.from(text)])
  return { messageId: Buffer.alloc(24, 7), correlationId: Buffer.alloc(24, 9), format: 'MQDEAD', body }
}

/** Opens a handler over messages, whose gets fail until `canGet` is true. */
function open(texts: readonly string[]) {
  const state = { now: 1_000, canGet: false, messages: texts.map(dead) }
  let place = 0
  const connection = {
    manager: 'QM1',
    async browse() {
      place = 0
    },
    browseNext: async () => state.messages[place++],
    begin: async () => {},
    async commit() {
      state.messages.shift()
      place -= 1
    },
    backout: async () => {},
    async getBrowsed() {
      if (!state.canGet) throw new MqiCallError(2016, 'MQRC_GET_INHIBITED (2016)')
      return state.messages[0]
    },
  }
  const table = parseRules("INPUTQ('DEAD') RETRYINT(60)\nACTION(DISCARD) RETRY(9)\n")
  const deps = { queue: 'DEAD', table, clock: () => state.now, report: () => {} }
  const handler = new DeadLetterHandler({ ...deps, connection: connection as never })
  return { state, handler }
}

test('messages with the same ids are handled one after the other, also after an attempt that failed', async (t) => {
  const { state, handler } = open(['one', 'two', 'three'])
  t.deepEqual(await handler.scan(), { nextAttemptAt: 61_000 })
  t.is(state.messages.length, 3)
  Object.assign(state, { canGet: true, now: 61_000 })
  t.deepEqual(await handler.scan(), { nextAttemptAt: undefined })
  t.deepEqual([state.messages.length, handler.counts.DISCARD], [0, 3])
})

test('the next attempt is found on a queue of 200,000 messages that failed', async (t) => {
  const { handler, state } = open([])
  const message = dead('x')
  state.messages = Array.from({ length: 200_000 }, (_, index) => {
    const messageId = Buffer.alloc(24)
    messageId.writeUInt32BE(index)
    return { ...message, messageId }
  })
  t.deepEqual(await handler.scan(), { nextAttemptAt: 61_000 })
})
