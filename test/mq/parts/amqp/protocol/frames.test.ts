/** Frames, beside those of rhea. */
import { createRequire } from 'node:module'
import test from 'ava'
import * as types from '../../../../../src/mq/parts/amqp/protocol/composites.ts'
import {
  createFrameSplitter,
  encodeComposite,
  encodeFrame,
  encodeTransfer,
  maxFrameBytes,
} from '../../../../../src/mq/parts/amqp/protocol/frames.ts'
import { ValueReader } from '../../../../../src/mq/parts/amqp/protocol/value-reader.ts'

/** The frames of rhea, with which the results are compared. */
const frames = createRequire(import.meta.url)('rhea/lib/frames.js') as {
  transfer(fields: object): object
  amqp_frame(channel: number, performative: object, payload?: Buffer): object
  write_frame(frame: object): Buffer
  read_frame(bytes: Buffer): { channel: number; performative: Record<string, unknown>; payload?: Buffer }
}

const payload = Buffer.from('payload')
const fields = { handle: 3, delivery_id: 70_000, delivery_tag: Buffer.from('tag'), message_format: 0 }

function decode(frame: Buffer) {
  const reader = new ValueReader(frame, 8)
  const descriptor = reader.readDescriptor()
  const transfer = types.readFields(types.transfer, reader)
  return { descriptor, transfer, payload: frame.subarray(reader.position) }
}

for (const [title, more, expected] of [
  ['all fields', { settled: true, more: true }, { isSettled: true, hasMore: true }],
  ['only those of the first frame', {}, { handle: 3, deliveryId: 70_000, messageFormat: 0 }],
  ['small numbers', { delivery_id: 0, handle: 0 }, { deliveryId: 0, handle: 0 }],
  ['the largest delivery id', { delivery_id: 2 ** 32 - 1 }, { deliveryId: 2 ** 32 - 1 }],
  ['an aborted delivery', { aborted: true }, { isAborted: true }],
  ['a long tag', { delivery_tag: Buffer.alloc(300) }, { handle: 3 }],
] as const) {
  test(`a transfer with ${title} is read`, (t) => {
    const frame = frames.write_frame(frames.amqp_frame(7, frames.transfer({ ...fields, ...more }), payload))
    const read = decode(frame)
    t.is(read.descriptor, types.transfer.code)
    t.like(read.transfer, expected)
    t.deepEqual(read.payload, payload)
  })
}

test('no damaged byte of a transfer makes its reader run beyond the frame', (t) => {
  const whole = frames.write_frame(frames.amqp_frame(7, frames.transfer(fields), payload))
  let readable = 0
  for (let place = 8; place < whole.length - payload.length; place++) {
    for (let value = 0; value < 256; value++) {
      const frame = Buffer.from(whole)
      frame[place] = value
      try {
        t.true(decode(frame).payload.length <= whole.length)
        readable++
      } catch (error) {
        t.true(error instanceof Error)
      }
    }
  }
  t.true(readable > 100)
})

test('an encoded transfer is what rhea reads', (t) => {
  const sent = { channel: 5, handle: 300, deliveryId: 4_000_000_000, isSettled: true, hasMore: true }
  const { channel, performative, payload: read } = frames.read_frame(encodeTransfer(sent, payload))
  t.deepEqual([channel, read], [5, payload])
  t.like(performative, { handle: 300, delivery_id: 4_000_000_000, message_format: 0 })
  t.like(performative, { settled: true, more: true })
})

test('other frames are what rhea reads', (t) => {
  const source = { address: 'A', durable: 2, expiryPolicy: 'never', isDynamic: true, capabilities: ['queue'] }
  const attach = encodeFrame(
    types.attachAnswer,
    { name: 'link', handle: 4, isReceiver: false, source: encodeComposite(types.sourceAnswer, source) },
    9,
  )
  const { channel, performative } = frames.read_frame(attach)
  t.is(channel, 9)
  t.like(performative, { name: 'link', handle: 4, role: false })
  const reader = new ValueReader(attach, 8)
  t.is(reader.readDescriptor(), types.attach.code)
  t.deepEqual(types.parseComposite(types.source, types.readFields(types.attach, reader).source), source)
  const flow = frames.read_frame(encodeFrame(types.flow, { incomingWindow: 1, nextOutgoingId: 2, outgoingWindow: 3 }))
  t.like(flow.performative, { incoming_window: 1, next_outgoing_id: 2, outgoing_window: 3 })
})

test('a field of another type is an error that names it', (t) => {
  const text = Buffer.from('c00402a10178', 'hex')
  t.throws(() => types.readFields(types.transfer, new ValueReader(text)), {
    message: /field handle of transfer is not of type uint/,
  })
})

function split(chunks: readonly Buffer[], expectsHeader = () => false) {
  const handled: string[] = []
  const splitter = createFrameSplitter(expectsHeader, (bytes) => {
    handled.push(bytes.toString('latin1'))
    return true
  })
  for (const chunk of chunks) splitter.push(chunk)
  return handled
}
const frame = (body: string) => {
  const bytes = Buffer.concat([Buffer.alloc(8), Buffer.from(body)])
  bytes.writeUInt32BE(bytes.length)
  return bytes
}

test('frames are found however their bytes arrive', (t) => {
  const all = Buffer.concat([frame('one'), frame(''), frame('x'.repeat(5000))])
  const expected = split([all])
  t.is(expected.length, 3)
  for (const size of [1, 2, 7, 8, 9, 4096]) {
    const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
      all.subarray(at * size, (at + 1) * size),
    )
    t.deepEqual(split(chunks), expected)
  }
})

test('a frame that is too small or too large is rejected when its size has arrived', (t) => {
  for (const size of [0, 7, maxFrameBytes + 1, 2 ** 32 - 1]) {
    const start = Buffer.alloc(8)
    start.writeUInt32BE(size)
    t.throws(() => split([start]), { message: new RegExp(`a frame has ${size} bytes`) })
  }
})

test('what follows a frame waits while its handler says so', (t) => {
  const handled: number[] = []
  let goesOn = false
  const splitter = createFrameSplitter(
    () => false,
    (bytes) => {
      handled.push(bytes.length)
      return goesOn
    },
  )
  splitter.push(Buffer.concat([frame('a'), frame('bc'), frame('def')]))
  t.deepEqual(handled, [9])
  goesOn = true
  splitter.push(Buffer.alloc(0))
  t.deepEqual(handled, [9, 10, 11])
})
