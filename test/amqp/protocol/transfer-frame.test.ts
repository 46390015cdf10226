import { createRequire } from 'node:module'
import test from 'ava'
import type { ChannelFrame, TransferFields } from '../../../src/amqp/protocol/frame-types.ts'
import { decodeTransfer, encodeTransfer } from '../../../src/amqp/protocol/transfer-frame.ts'

/** The frames of rhea, with which the results are compared. */
const frames = createRequire(import.meta.url)('rhea/lib/frames.js') as {
  transfer(fields: object): object
  flow(fields: object): object
  amqp_frame(channel: number, performative: object, payload?: Buffer): object
  write_frame(frame: object): Buffer
  read_frame(bytes: Buffer): ChannelFrame<TransferFields>
}

const payload = Buffer.from('payload')
const fields = { handle: 3, delivery_id: 70_000, delivery_tag: Buffer.from('tag'), message_format: 0 }
const written = (more: object, channel = 7) =>
  frames.write_frame(frames.amqp_frame(channel, frames.transfer({ ...fields, ...more }), payload))

for (const [title, more, expected] of [
  ['all fields', { settled: true, more: true }, { settled: true, more: true }],
  ['only those of the first frame', {}, { settled: false, more: false, aborted: false }],
  ['small numbers', { delivery_id: 0, handle: 0 }, { delivery_id: 0, handle: 0 }],
  ['the largest delivery id', { delivery_id: 2 ** 32 - 1 }, { delivery_id: 2 ** 32 - 1 }],
  ['a message format', { message_format: 300 }, { message_format: 300 }],
  ['an aborted delivery', { aborted: true }, { aborted: true }],
  ['a settle mode', { rcv_settle_mode: 1 }, { handle: 3 }],
] as const) {
  test(`a transfer with ${title} is decoded`, (t) => {
    const bytes = Buffer.concat([Buffer.from('before'), written(more), Buffer.from('after')])
    const transfer = decodeTransfer(bytes, 6, bytes.length - 11)
    t.like(transfer, { channel: 7, performative: { ...expected } })
    t.is(transfer?.payload?.toString(), 'payload')
  })
}

test('a transfer of a continuation has no delivery id', (t) => {
  const bytes = frames.write_frame(frames.amqp_frame(0, frames.transfer({ handle: 1 }), payload))
  t.like(decodeTransfer(bytes, 0, bytes.length), { performative: { handle: 1, settled: false } })
  t.is(decodeTransfer(bytes, 0, bytes.length)?.performative.delivery_id ?? undefined, undefined)
})

test('other frames, and transfers in rare forms, are left to rhea', (t) => {
  const flow = { incoming_window: 1, next_outgoing_id: 1, outgoing_window: 1 }
  const longTag = Buffer.alloc(300)
  for (const bytes of [
    frames.write_frame(frames.amqp_frame(0, frames.flow(flow))),
    frames.write_frame(frames.amqp_frame(0, frames.transfer({ ...fields, delivery_tag: longTag }), payload)),
    Buffer.from([0, 0, 0, 8, 2, 0, 0, 0]),
  ]) {
    t.is(decodeTransfer(bytes, 0, bytes.length), undefined)
  }
})

test('no damaged byte of a transfer makes the decoder fail or read beyond the frame', (t) => {
  const whole = written({ settled: true })
  for (let place = 8; place < whole.length - payload.length; place++) {
    for (let value = 0; value < 256; value++) {
      const bytes = Buffer.from(whole)
      bytes[place] = value
      const transfer = decodeTransfer(bytes, 0, bytes.length)
      if (transfer) t.true((transfer.payload?.length ?? 0) <= whole.length)
    }
    const cut = whole.subarray(0, place)
    t.is(decodeTransfer(cut, 0, cut.length)?.payload?.length ?? 0, 0)
  }
})

test('an encoded transfer is what rhea reads', (t) => {
  const sent = { channel: 5, handle: 300, deliveryId: 4_000_000_000, settled: true, more: true }
  const { channel, performative, payload: read } = frames.read_frame(encodeTransfer(sent, payload))
  t.deepEqual([channel, read], [5, payload])
  t.like(performative, { handle: 300, delivery_id: 4_000_000_000, message_format: 0 })
  t.like(performative, { settled: true, more: true })
})
