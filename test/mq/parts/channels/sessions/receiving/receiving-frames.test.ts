/** The frames of a receiving session, with a partner that sends what a test says. `receiving-session.test.ts` has whole channels. */
import test from 'ava'
import { noBatchId } from '../../../../../../src/mq/manager/channels/channel.ts'
import {
  addTransmissionHeader,
  transmissionHeaderBytes,
} from '../../../../../../src/mq/manager/routing/message-headers.ts'
import { mqError } from '../../../../../../src/mq/manager/types/errors.ts'
import {
  decodeBatchEnd,
  encodeBatchEnd,
  type FrameType,
  frameTypes,
  headerBytes,
} from '../../../../../../src/mq/parts/channels/protocol/frames.ts'
import type { Position } from '../../../../../../src/mq/parts/channels/protocol/handshake.ts'
import {
  encodeMessage,
  messageOverheadBytes,
  packBody,
} from '../../../../../../src/mq/parts/channels/protocol/message-frame.ts'
import { ReceivingSession } from '../../../../../../src/mq/parts/channels/sessions/receiving/receiving-session.ts'
import {
  type Frame,
  type FrameHandler,
  handshakeTimeoutMs,
} from '../../../../../../src/mq/parts/channels/transport/frame-connection.ts'
import { silentLog } from '../../../../../../src/shared/lib/output/log.ts'
import { manualTimers } from '../../../../manager/_support/manual-timers.ts'

const descriptor = { format: 'MQSTR', priority: 0, putAt: 0, ccsid: 1208, userId: 'app', applicationName: 'test' }
const nameOf = (type: number) => Object.entries(frameTypes).find(([, value]) => value === type)?.[0]
const idOf = (batch: number) => batch.toString(16).padStart(16, '0')
const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Given {
  saved?: Position
  resetTo?: number
  reportsCommitTime?: boolean
  retries?: number
}

/** A session, and what its partner gets. Commits wait while `commits.gate` is set, and fail with `commits.error`. */
function open({ saved, resetTo, reportsCommitTime = false, retries = 0 }: Given = {}) {
  const sent: string[] = []
  const events: string[] = []
  const reply = Promise.withResolvers<Frame>()
  let handler: FrameHandler | undefined
  const connection = {
    send(frame: Buffer) {
      const type = frame[headerBytes - 1] ?? 0
      const payload = frame.subarray(headerBytes)
      const text = type === frameTypes.committed ? JSON.stringify(decodeBatchEnd(payload)) : payload.toString()
      sent.push(`${nameOf(type)} ${text.replace(/"commitMicroseconds":\d+/, '"commitMicroseconds":0')}`)
    },
    next: (timeoutMs: number) => {
      events.push(`next within ${timeoutMs}`)
      return reply.promise
    },
    setHandler(given: FrameHandler) {
      handler = given
    },
    allowMessages: (bytes: number) => events.push(`messages of ${bytes}`),
    startHeartbeats: (seconds: number) => events.push(`heartbeats ${seconds}`),
    pause: () => events.push('pause'),
    resume: () => events.push('resume'),
    end: () => events.push('end'),
  }
  /** The messages and positions that are committed, by commit. */
  const committed: string[][] = []
  const commits: { gate: Promise<void> | undefined; error: Error | undefined; backouts: number } = {
    gate: undefined,
    error: undefined,
    backouts: 0,
  }
  const put = { error: undefined as Error | undefined }
  const beginUnitOfWork = () => {
    const unit = {
      work: [] as string[],
      absorb: (other: { work: string[] }) => void unit.work.push(...other.work),
      addRecord: (record: string) => void unit.work.push(record),
      async commit() {
        await commits.gate
        if (commits.error) throw commits.error
        committed.push(unit.work)
      },
      async backout() {
        commits.backouts += 1
      },
    }
    return unit
  }
  const queue = { settings: { streamQueue: '' } }
  const timers = manualTimers()
  const batches: number[] = []
  const deps = {
    clock: () => 7000,
    timers,
    log: silentLog,
    attribute: () => undefined,
    resolver: { resolvePut: ({ queue: name }: { queue: string }) => ({ queue, openedObject: { name } }) },
    delivery: {
      beginUnitOfWork,
      newMessageId: () => Buffer.alloc(24),
      async put([{ draft }]: [{ draft: { body: Buffer } }], unit?: { work: string[] }) {
        if (put.error) throw put.error
        if (unit) unit.work.push(draft.body.toString())
        else committed.push([`at once ${draft.body}`])
      },
    },
    objects: {
      findRecord: () => saved && { attributes: { LSTLUWID: saved.batchId, LSTSEQNO: saved.sequence } },
      prepareRecord: ({ name, attributes }: { name: string; attributes: Record<string, unknown> }) =>
        `${name} at ${attributes.LSTSEQNO} after ${attributes.LSTLUWID}`,
    },
  }
  const limits = {
    batchSize: 50,
    heartbeatSeconds: 300,
    maxMessageBytes: 1000,
    sequenceWrap: 1000,
    nonPersistentFast: true,
    compression: [],
    headerCompression: [],
    reportsCommitTime,
  }
  const options = {
    channel: 'TO.HERE',
    principal: undefined,
    usesContext: false,
    retries,
    retryMs: 500,
    usesDeadLetterQueue: false,
    limits,
    partner: { remoteManager: 'QM1', connectionName: 'host' },
    resetTo,
  }
  const monitor = {
    isMeasuring: false,
    addMessage() {},
    addPutRetry() {},
    addBatch: (size: number) => void batches.push(size),
  }
  const session = new ReceivingSession(connection as never, options as never, monitor as never, deps as never)
  const running = session.run(() => events.push('ready'))
  running.catch(() => undefined)
  const receive = (type: FrameType, payload: Buffer | object) =>
    handler?.frame(type, Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload)))
  return {
    session,
    running,
    sent,
    events,
    committed,
    commits,
    put,
    timers,
    batches,
    accept: async (type: FrameType = frameTypes.ready, payload: object = {}) => {
      reply.resolve({ type, payload: Buffer.from(JSON.stringify(payload)) })
      await turn()
    },
    receive,
    message(sequence: number, text = String(sequence)) {
      const draft = { body: Buffer.from(text), persistent: true, expiresAt: undefined, descriptor }
      const { body } = addTransmissionHeader(draft as never, { queue: 'A', manager: 'QM2' })
      const none = { remainingMs: undefined, properties: undefined, publication: undefined }
      const frame = encodeMessage(
        { sequence, isPersistent: true, ...none },
        packBody(body, { data: 'NONE', header: 'NONE' }),
      )
      receive(frameTypes.message, frame.subarray(headerBytes))
    },
    batch(type: typeof frameTypes.batchEnd | typeof frameTypes.commit, number: number, lastSequence: number) {
      receive(type, encodeBatchEnd(type, { batchId: idOf(number), lastSequence }).subarray(headerBytes))
    },
    closed: (error?: Error) => handler?.closed(error),
  }
}

async function openAccepted(given: Given = {}) {
  const opened = open(given)
  await turn()
  await opened.accept()
  return opened
}

const { batchEnd, commit } = frameTypes
const at = (sequence: number, batch: number | string) =>
  `TO.HERE <QM1 at ${sequence} after ${typeof batch === 'number' ? idOf(batch) : batch}`
const idle = { isInDoubt: false, currentMessages: 0 }
const positioned = (sequence: number, batchId: string) => ({
  ...idle,
  currentSequence: sequence,
  currentBatchId: batchId,
  lastSequence: sequence,
  lastBatchId: batchId,
})

test('a session begins with the saved position, and receives when the partner accepts it', async (t) => {
  const saved = { batchId: idOf(9), sequence: 41 }
  const { session, sent, events, accept } = open({ saved })
  await turn()
  t.deepEqual(sent, [`position ${JSON.stringify(saved)}`])
  const longest = `messages of ${1000 + transmissionHeaderBytes + messageOverheadBytes}`
  t.deepEqual(events, [longest, `next within ${handshakeTimeoutMs}`])
  t.deepEqual(session.batchStatus, positioned(41, idOf(9)))
  await accept()
  t.deepEqual(events.slice(2), ['heartbeats 300', 'ready'])
})

test('a session without a saved position begins before the first message', async (t) => {
  const { session, sent, message, accept, running } = open()
  t.deepEqual(session.batchStatus, positioned(0, noBatchId))
  t.deepEqual(
    [session.isStopping, session.isPaused, session.substate, session.lastCompression],
    [false, false, 'RECEIVE', 'NONE'],
  )
  t.deepEqual(sent, [`position {"batchId":"${noBatchId}","sequence":0}`])
  await accept()
  message(2)
  await t.throwsAsync(running, { message: 'the partner sent message 2 instead of 1' })
})

test('a reset of the sequence number is saved before it is sent', async (t) => {
  const { session, sent, committed } = open({ saved: { batchId: idOf(9), sequence: 41 }, resetTo: 5 })
  t.deepEqual(sent, [])
  await turn()
  t.deepEqual(committed, [[at(4, noBatchId)]])
  t.deepEqual(sent, [`position {"batchId":"${noBatchId}","sequence":4}`])
  t.deepEqual(session.batchStatus, positioned(4, noBatchId))
})

for (const [title, type, payload, expected, isAnswered] of [
  [
    'refuses the position',
    frameTypes.refusal,
    { code: 'SEQUENCE_ERROR', text: 'no' },
    { code: 'SEQUENCE_ERROR', message: 'the partner ended the session: no' },
    false,
  ],
  [
    'answers with another frame',
    frameTypes.ping,
    {},
    { code: 'PROTOCOL_ERROR', message: 'the partner sent a frame of type 13, which does not belong here' },
    true,
  ],
] as const)
  test(`a session whose partner ${title} ends before it receives`, async (t) => {
    const { sent, events, accept, running } = open()
    await turn()
    await accept(type, payload)
    await t.throwsAsync(running, expected)
    t.deepEqual(events.slice(2), ['end'])
    t.is(sent.length, isAnswered ? 2 : 1)
    if (isAnswered) t.is(sent[1], `refusal ${JSON.stringify({ code: expected.code, text: expected.message })}`)
  })

test('a batch is committed with its position when the partner has saved it, and then confirmed', async (t) => {
  const { session, sent, committed, batches, message, batch, commits } = await openAccepted()
  message(1)
  message(2)
  await turn()
  t.deepEqual(session.batchStatus, { ...positioned(0, noBatchId), currentMessages: 2, currentSequence: 2 })
  batch(batchEnd, 1, 2)
  await turn()
  t.deepEqual([committed, sent.slice(1)], [[], []])
  const running = Promise.withResolvers<void>()
  commits.gate = running.promise
  batch(commit, 1, 2)
  await turn()
  t.deepEqual(sent.slice(1), [])
  running.resolve()
  await turn()
  t.deepEqual(committed, [['1', '2', at(2, 1)]])
  t.deepEqual(sent.slice(1), [`committed ${JSON.stringify({ batchId: idOf(1), lastSequence: 2 })}`])
  t.deepEqual(session.batchStatus, positioned(2, idOf(1)))
  t.deepEqual(batches, [2])
  t.like(session.counts, { messages: 2, batches: 1, lastMessageAt: 7000 })
})

test('batches that complete during a commit are committed together, and the last of them is confirmed', async (t) => {
  const { session, sent, committed, batches, message, batch, commits } = await openAccepted({ reportsCommitTime: true })
  const running = Promise.withResolvers<void>()
  commits.gate = running.promise
  for (const number of [1, 2, 3]) {
    message(number)
    batch(batchEnd, number, number)
    batch(commit, number, number)
  }
  await turn()
  running.resolve()
  await turn()
  t.deepEqual(committed, [
    ['1', at(1, 1)],
    ['2', '3', at(3, 3)],
  ])
  const confirmed = (number: number) =>
    `committed ${JSON.stringify({ batchId: idOf(number), lastSequence: number, commitMicroseconds: 0 })}`
  t.deepEqual(sent.slice(1), [confirmed(1), confirmed(3)])
  t.is(session.counts.batches, 3)
  t.is(batches.length, 3)
})

test('a message outside the batches is put at once and has no sequence number', async (t) => {
  const { session, committed, message } = await openAccepted()
  message(0, 'fast')
  message(1)
  await turn()
  t.deepEqual(committed, [['at once fast']])
  t.like(session.batchStatus, { currentMessages: 1, currentSequence: 1 })
  t.is(session.counts.messages, 2)
})

for (const [title, send, expected] of [
  [
    'the end of a batch after another message',
    ({ message, batch }) => {
      message(1)
      batch(batchEnd, 1, 2)
    },
    { code: 'SEQUENCE_ERROR', message: 'the partner ended a batch with message 2' },
  ],
  [
    'the commit of an unknown batch',
    ({ message, batch }) => {
      message(1)
      batch(batchEnd, 1, 1)
      batch(commit, 2, 1)
    },
    { code: 'PROTOCOL_ERROR', message: `the partner commits batch ${idOf(2)}, which is unknown` },
  ],
  [
    'a frame that does not belong there',
    ({ message, receive }) => {
      message(1)
      receive(frameTypes.hello, {})
    },
    { code: 'PROTOCOL_ERROR', message: 'the partner sent a frame of type 1, which does not belong here' },
  ],
  [
    'a refusal',
    ({ message, receive }) => {
      message(1)
      receive(frameTypes.refusal, { code: 'CHANNEL_STOPPED', text: 'stopped' })
    },
    { code: 'CHANNEL_STOPPED', message: 'the partner ended the session: stopped' },
  ],
  [
    'the end of the connection within a batch',
    ({ message, closed }) => {
      message(1)
      closed()
    },
    { code: 'ENDING', message: 'the partner closed the connection within a batch' },
  ],
  [
    'the end of the connection before the commit of a batch',
    ({ message, batch, closed }) => {
      message(1)
      batch(batchEnd, 1, 1)
      closed()
    },
    { code: 'ENDING', message: 'the partner closed the connection within a batch' },
  ],
  [
    'an error of the connection',
    ({ message, closed }) => {
      message(1)
      closed(new Error('broken'))
      closed()
    },
    { message: 'broken' },
  ],
] as [string, (opened: ReturnType<typeof open>) => void, object][])
  test(`${title} ends the session, which backs out what is not committed`, async (t) => {
    const opened = await openAccepted()
    send(opened)
    await t.throwsAsync(opened.running, expected)
    t.deepEqual(opened.committed, [])
    t.is(opened.commits.backouts, 1)
    t.is(opened.events.at(-1), 'end')
    t.is(opened.sent.length, title === 'a refusal' ? 1 : 2)
  })

test('a commit that fails ends the session, and later batches are not committed', async (t) => {
  const { running, committed, sent, commits, message, batch } = await openAccepted()
  const failing = Promise.withResolvers<void>()
  commits.gate = failing.promise
  commits.error = new Error('the disk is full')
  for (const number of [1, 2]) {
    message(number)
    batch(batchEnd, number, number)
    batch(commit, number, number)
  }
  await turn()
  failing.resolve()
  await t.throwsAsync(running, { message: 'the disk is full' })
  t.deepEqual(committed, [])
  t.is(commits.backouts, 1)
  t.deepEqual(sent.slice(1), ['refusal {"code":"INTERNAL_ERROR","text":"the disk is full"}'])
})

test('after an error of the connection, no further batch is committed', async (t) => {
  const { running, committed, commits, message, batch, closed } = await openAccepted()
  const first = Promise.withResolvers<void>()
  commits.gate = first.promise
  for (const number of [1, 2]) {
    message(number)
    batch(batchEnd, number, number)
    batch(commit, number, number)
  }
  await turn()
  closed(new Error('broken'))
  first.resolve()
  await t.throwsAsync(running, { message: 'broken' })
  t.deepEqual(committed, [['1', at(1, 1)]])
  t.is(commits.backouts, 1)
})

test('the partner can close the session between batches, with a frame or the connection', async (t) => {
  const byFrame = await openAccepted()
  byFrame.receive(frameTypes.close, { reason: 'idle' })
  t.is(await byFrame.running, 'closedByPartner')
  t.is(byFrame.events.at(-1), 'end')

  const byConnection = await openAccepted()
  byConnection.message(1)
  byConnection.batch(batchEnd, 1, 1)
  byConnection.batch(commit, 1, 1)
  await turn()
  byConnection.closed()
  t.is(await byConnection.running, 'closedByPartner')
  t.is(byConnection.commits.backouts, 0)
})

test('what the partner has released before it closed the connection is committed', async (t) => {
  const { running, committed, commits, message, batch, closed } = await openAccepted()
  const first = Promise.withResolvers<void>()
  commits.gate = first.promise
  for (const number of [1, 2]) {
    message(number)
    batch(batchEnd, number, number)
    batch(commit, number, number)
  }
  await turn()
  closed()
  first.resolve()
  t.is(await running, 'closedByPartner')
  t.deepEqual(committed, [
    ['1', at(1, 1)],
    ['2', at(2, 2)],
  ])
})

test('a session that is stopped ends at once when no batch is open', async (t) => {
  const { session, sent, events, running } = await openAccepted()
  session.quiesce()
  t.true(session.isStopping)
  t.is(await running, 'stopped')
  t.deepEqual(sent.slice(1), ['close {"reason":"stopped"}'])
  t.is(events.at(-1), 'end')
})

test('a session that is stopped within a batch ends after its commit', async (t) => {
  const { session, sent, commits, running, message, batch } = await openAccepted()
  message(1)
  await turn()
  session.quiesce()
  await turn()
  batch(batchEnd, 1, 1)
  await turn()
  const last = Promise.withResolvers<void>()
  commits.gate = last.promise
  batch(commit, 1, 1)
  await turn()
  t.deepEqual(sent.slice(1), [])
  last.resolve()
  t.is(await running, 'stopped')
  t.deepEqual(
    sent.slice(1).map((text) => text.split(' ')[0]),
    ['committed', 'close'],
  )
})

test('the connection is paused while 512 frames wait, until all of them are handled', async (t) => {
  const { session, events, message } = await openAccepted()
  message(1)
  t.is(session.substate, 'MQPUT')
  for (let sequence = 2; sequence <= 511; sequence += 1) message(sequence)
  t.false(events.includes('pause'))
  message(512)
  t.deepEqual(events.slice(4), ['pause'])
  await turn()
  t.deepEqual(events.slice(4), ['pause', 'resume'])
  t.is(session.substate, 'RECEIVE')
  t.is(session.batchStatus.currentMessages, 512)
})

test('a session that ends while a put waits for its retry ends at once', async (t) => {
  const { session, put, timers, running, message, closed } = await openAccepted({ retries: 3 })
  put.error = mqError('MQRC_Q_FULL', 'the queue is full')
  message(1)
  await turn()
  t.true(session.isPaused)
  t.deepEqual(timers.waiting, [500])
  closed()
  await t.throwsAsync(running, { message: 'the channel ended while it waited to put a message again' })
  t.deepEqual(timers.waiting, [])
})
