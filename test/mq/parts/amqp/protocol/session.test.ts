import test from 'ava'
import * as types from '../../../../../src/mq/parts/amqp/protocol/composites.ts'
import { encodeFrame } from '../../../../../src/mq/parts/amqp/protocol/frames.ts'
import type { IncomingEndpoint } from '../../../../../src/mq/parts/amqp/protocol/incoming-endpoint.ts'
import type { OutgoingEndpoint } from '../../../../../src/mq/parts/amqp/protocol/outgoing-endpoint.ts'
import type { OutgoingDelivery } from '../../../../../src/mq/parts/amqp/protocol/outgoing-transfers.ts'
import { type LinkEndpoint, Session, type SessionHandlers } from '../../../../../src/mq/parts/amqp/protocol/session.ts'
import { accepted, released } from '../../../../../src/mq/parts/amqp/protocol/states.ts'
import { ValueReader } from '../../../../../src/mq/parts/amqp/protocol/value-reader.ts'

const channel = 3
const maxUint = 2 ** 32 - 1
const performatives = [types.begin, types.attach, types.flow, types.transfer, types.disposition, types.detach]

/** A session on channel 3, with the frames that it sends and the events that it reports. */
function open(begun: types.Fields<typeof types.begin> = { nextOutgoingId: 10, incomingWindow: 100 }) {
  const sent: [string, object][] = []
  const events: unknown[][] = []
  const links: LinkEndpoint[] = []
  const flushed: Session[] = []
  const refusal: { error: Error | undefined } = { error: undefined }
  const connection = {
    maxSentFrameBytes: 1000,
    write(frame: Buffer) {
      const reader = new ValueReader(frame, 8)
      const code = reader.readDescriptor()
      const type = performatives.find((each) => each.code === code)
      if (!type) throw new Error(`the frame ${String(code)} is not expected`)
      const fields = Object.entries(types.readFields(type as never, reader)).filter(([, value]) => value !== undefined)
      if (frame.readUInt16BE(6) !== channel) throw new Error('a frame on another channel')
      sent.push([type.name, Object.fromEntries(fields)])
    },
    flushLater: (session: Session) => flushed.push(session),
  }
  const session = new Session(connection as never, channel, begun)
  const handlers: SessionHandlers = {
    attached: (link) => links.push(link),
    detached: (link, isClosed) => events.push(['detached', link.name, isClosed]),
    admitTransfer(link, bytes) {
      if (refusal.error) throw refusal.error
      events.push(['admitted', link.name, bytes])
    },
    aborted: (link) => events.push(['aborted', link.name]),
    received: (link, { bytes, delivery }) =>
      events.push(['received', link.name, bytes.toString(), delivery.id, delivery.isSettled]),
    updated: (link, deliveries, { state, isSettled }) =>
      events.push(['updated', link.name, deliveries.map(({ id }) => id), state.outcome?.kind, isSettled]),
    flowed: () => events.push(['flowed']),
    ended: () => events.push(['ended']),
  }
  session.open(handlers)
  function receive<C extends types.CompositeType>(type: C, fields: types.Fields<C>, payload = '') {
    const frame = Buffer.concat([encodeFrame(type, fields, channel), Buffer.from(payload)])
    const reader = new ValueReader(frame, 8)
    session.handle(reader.readDescriptor(), reader, frame)
  }
  const attach = (name: string, handle: number, isReceiver = false) => {
    receive(types.attach, { name, handle, isReceiver })
    return links.at(-1) as LinkEndpoint
  }
  /** Attaches a link on which the client sends. */
  const attachSender = (credit = 100, handle = 0) => {
    const link = attach(`in ${handle}`, handle) as IncomingEndpoint
    link.answer({})
    link.addCredit(credit)
    sent.length = 0
    return link
  }
  const attachReceiver = (handle = 1) => {
    const link = attach(`out ${handle}`, handle, true) as OutgoingEndpoint
    link.answer({})
    receive(types.flow, { handle, linkCredit: 100, deliveryCount: 0, incomingWindow: 100, nextIncomingId: 0 })
    events.length = 0
    sent.length = 0
    return link
  }
  const transfer = (deliveryId: number | undefined, more: types.Fields<typeof types.transfer> = {}, payload = 'text') =>
    receive(types.transfer, { handle: 0, deliveryId, ...more }, payload)
  return { session, sent, events, links, flushed, refusal, receive, attach, attachSender, attachReceiver, transfer }
}

const flowState = { incomingWindow: 2048, nextOutgoingId: 0, outgoingWindow: maxUint }

test('the begin of the client is answered on its channel', (t) => {
  const { sent } = open()
  t.deepEqual(sent, [['begin', { remoteChannel: 3, nextOutgoingId: 0, incomingWindow: 2048, outgoingWindow: maxUint }]])
})

test('a session that is not open reports no event', (t) => {
  const session = new Session({} as never, channel, {})
  t.throws(() => session.end(), { message: 'the session is not open' })
})

test('a performative that does not exist is refused', (t) => {
  const { receive } = open()
  t.throws(() => receive(types.close, {}), { message: 'the performative 24 does not exist' })
})

for (const [title, name, handle, isReceiver, condition] of [
  ['a handle that is in use', 'other', 0, false, 'amqp:session:handle-in-use'],
  ['a name that is in use', 'a', 1, false, 'amqp:not-allowed'],
] as const)
  test(`a link with ${title} is refused`, (t) => {
    const { attach, links } = open()
    attach('a', 0)
    t.like(
      t.throws(() => attach(name, handle, isReceiver)),
      { condition },
    )
    t.is(links.length, 1)
  })

test('a link in each direction may have the same name', (t) => {
  const { attach, links } = open()
  attach('a', 0)
  attach('a', 1, true)
  t.deepEqual(
    links.map((link) => link.constructor.name),
    ['IncomingEndpoint', 'OutgoingEndpoint'],
  )
})

test('a session has at most 65,536 links', (t) => {
  const { attach } = open()
  for (let handle = 0; handle < 65_536; handle += 1) attach(`link ${handle}`, handle)
  t.like(
    t.throws(() => attach('another', 65_536)),
    { condition: 'amqp:resource-limit-exceeded' },
  )
})

for (const isClosed of [false, true])
  test(`a detach with closed ${isClosed} is reported and answered, and frees the handle and the name`, (t) => {
    const { attach, sent, events, receive, links } = open()
    attach('a', 0)
    sent.length = 0
    receive(types.detach, { handle: 0, isClosed })
    t.deepEqual(events, [['detached', 'a', isClosed]])
    t.like(sent, [['detach', { handle: 0, isClosed }]])
    t.is(sent.length, 1)
    attach('a', 0)
    t.is(links.length, 2)
  })

test('fields that are left out have the values of the standard', (t) => {
  const { receive, links, events, sent } = open()
  receive(types.attach, { name: 'a' })
  t.is(links[0]?.constructor.name, 'IncomingEndpoint')
  t.throws(() => receive(types.attach, { name: 'b' }), { message: 'handle 0 is in use' })
  t.throws(() => receive(types.attach, { name: 'a', handle: 1, isReceiver: false }), { message: /a link a already/ })
  receive(types.detach, { handle: 0 })
  t.deepEqual(events, [['detached', 'a', false]])
  t.like(sent.at(-1), ['detach', { handle: 0, isClosed: false }])
})

test('a link that the client has detached is not closed again', (t) => {
  const { attach, receive, sent } = open()
  const link = attach('a', 0)
  receive(types.detach, { handle: 0 })
  sent.length = 0
  link.close({ condition: 'amqp:not-found', description: 'no queue' })
  t.deepEqual(sent, [])
})

test('the detach of a link that the server has closed is not answered again', (t) => {
  const { attach, sent, receive } = open()
  attach('a', 0).close({ condition: 'amqp:not-found', description: 'no queue' })
  sent.length = 0
  receive(types.detach, { handle: 0, isClosed: true })
  t.deepEqual(sent, [])
})

test('frames for a handle without a link are refused', (t) => {
  const { receive, transfer } = open()
  for (const call of [
    () => transfer(0),
    () => receive(types.detach, { handle: 0 }),
    () => receive(types.detach, {}),
    () => receive(types.flow, { handle: 0 }),
  ])
    t.like(t.throws(call), { condition: 'amqp:session:unattached-handle' })
})

test('a message is admitted in parts, and received when it is complete', (t) => {
  const { attachSender, transfer, events } = open()
  const link = attachSender(2)
  transfer(7, { hasMore: true }, 'ab')
  transfer(undefined, {}, 'cd')
  transfer(8, { isSettled: true }, 'ef')
  t.deepEqual(events, [
    ['admitted', 'in 0', 2],
    ['admitted', 'in 0', 2],
    ['received', 'in 0', 'abcd', 7, false],
    ['admitted', 'in 0', 2],
    ['received', 'in 0', 'ef', 8, true],
  ])
  t.is(link.credit, 0)
})

for (const [title, deliveryId, more, condition] of [
  ['the delivery id of an earlier message', 0, {}, 'amqp:invalid-field'],
  ['a delivery id that leaves one out', 2, {}, 'amqp:invalid-field'],
  ['an unknown message format', 1, { messageFormat: 1 }, 'amqp:not-implemented'],
  ['the handle of a link on which the client receives', 1, { handle: 1 }, 'amqp:not-allowed'],
] as const)
  test(`a transfer with ${title} is refused, and is not a message`, (t) => {
    const { attachSender, attachReceiver, transfer, events } = open()
    attachReceiver()
    attachSender()
    transfer(0)
    events.length = 0
    t.like(
      t.throws(() => transfer(deliveryId, more)),
      { condition },
    )
    t.deepEqual(events, [])
  })

test('a message without a delivery id is refused', (t) => {
  const { attachSender, transfer, events } = open()
  attachSender()
  t.throws(() => transfer(undefined), { message: 'the first transfer of a delivery has no delivery id' })
  t.deepEqual(events, [])
})

test('a message without credit is refused', (t) => {
  const { attachSender, transfer, events } = open()
  attachSender(1)
  transfer(0)
  events.length = 0
  t.like(
    t.throws(() => transfer(1)),
    { condition: 'amqp:link:transfer-limit-exceeded' },
  )
  t.deepEqual(events, [])
})

test('delivery ids are consecutive over the links of a session, and begin again after the largest', (t) => {
  const { attachSender, transfer, events } = open()
  attachSender()
  attachSender(100, 5)
  transfer(maxUint)
  transfer(0, { handle: 5 })
  transfer(1)
  t.is(events.filter(([event]) => event === 'received').length, 3)
})

test('a part that the handler does not admit is no part of a message', (t) => {
  const { attachSender, transfer, refusal, events } = open()
  const link = attachSender()
  refusal.error = new Error('too long')
  t.throws(() => transfer(0), { message: 'too long' })
  t.deepEqual([events, link.credit, link.isBetweenMessages], [[], 100, true])
})

test('a message that the client gives up is forgotten', (t) => {
  const { attachSender, transfer, events } = open()
  const link = attachSender()
  transfer(0, { hasMore: true })
  events.length = 0
  transfer(0, { isAborted: true })
  t.deepEqual(events, [['aborted', 'in 0']])
  t.true(link.isBetweenMessages)
})

test('the window of the client is renewed after half of it', (t) => {
  const { attachSender, transfer, sent } = open({ nextOutgoingId: maxUint })
  attachSender(5000)
  for (let id = 0; id < 1023; id += 1) transfer(id)
  t.deepEqual(sent, [])
  transfer(1023)
  t.deepEqual(sent, [['flow', { nextIncomingId: 1023, ...flowState }]])
  for (let id = 1024; id < 2047; id += 1) transfer(id)
  t.is(sent.length, 1)
  transfer(2047)
  t.is(sent.length, 2)
})

test('a flow of the session is answered when the client wants it, and lets deliveries go on', (t) => {
  const { receive, sent, events, attachReceiver } = open({ nextOutgoingId: 10, incomingWindow: 0 })
  const link = attachReceiver()
  receive(types.flow, { nextIncomingId: 0, incomingWindow: 0 })
  link.send(Buffer.from('waits'), false)
  t.deepEqual([sent, events], [[], [['flowed']]])
  receive(types.flow, { nextIncomingId: 0, incomingWindow: 1, wantsEcho: true })
  t.deepEqual(sent[0], ['flow', { nextIncomingId: 10, ...flowState }])
  t.is(sent[1]?.[0], 'transfer')
  t.is(events.length, 2)
})

test('messages are settled in ranges of one state and direction', (t) => {
  const { session, sent, flushed, attachReceiver, events } = open()
  const link = attachReceiver()
  const delivery = (id: number, isSettled = false) => ({ id, isSettled, state: undefined })
  for (const id of [4, 5, 6]) session.settleIncoming(delivery(id), accepted)
  session.settleIncoming(delivery(7, true), accepted)
  t.deepEqual(sent, [])
  session.settleIncoming(delivery(8), accepted)
  session.settleIncoming(delivery(9), released)
  const [first, second] = [link.send(Buffer.from('a'), false), link.send(Buffer.from('b'), false)]
  sent.splice(0, sent.length, ...sent.filter(([name]) => name !== 'transfer'))
  session.settleOutgoing({ ...first, id: 10 }, released)
  session.settleOutgoing({ ...second, isSettledByClient: true }, accepted)
  session.flush()
  session.flush()
  t.deepEqual(
    sent.map(([name, fields]) => [name, { ...fields, state: undefined }]),
    [
      [true, 4, 6],
      [true, 8, 8],
      [true, 9, 9],
      [false, 10, 10],
    ].map(([isReceiver, from, to]) => [
      'disposition',
      { isReceiver, first: from, last: to, isSettled: true, state: undefined },
    ]),
  )
  t.is(flushed.length, 4)
  t.deepEqual(events, [])
})

test('what the client says about its deliveries is reported once, by link', (t) => {
  const { receive, attachReceiver, events, session } = open()
  const [link, other] = [attachReceiver(), attachReceiver(2)]
  const deliveries: OutgoingDelivery[] = [link, other, link].map((each) => each.send(Buffer.from('x'), false))
  receive(types.disposition, { isReceiver: true, first: 0 })
  t.deepEqual(events, [['updated', 'out 1', [0], undefined, false]])
  receive(types.disposition, { isReceiver: false, first: 0, last: 2, isSettled: true })
  receive(types.disposition, { first: 0, last: 2, isSettled: true })
  t.is(events.length, 1)
  receive(types.disposition, { isReceiver: true, first: 0, last: 2, isSettled: true })
  t.deepEqual(events.slice(1), [
    ['updated', 'out 1', [0, 2], undefined, true],
    ['updated', 'out 2', [1], undefined, true],
  ])
  t.true(deliveries.every(({ isSettledByClient }) => isSettledByClient))
  receive(types.disposition, { isReceiver: true, first: 0, last: 2, isSettled: true })
  t.is(events.length, 3)
  session.flush()
})

test('a delivery that is settled is forgotten', (t) => {
  const { session, receive, attachReceiver, events } = open()
  session.settleOutgoing(attachReceiver().send(Buffer.from('x'), false), accepted)
  receive(types.disposition, { isReceiver: true, first: 0, isSettled: true })
  t.deepEqual(events, [])
})

test('a disposition for more deliveries than a session has is refused', (t) => {
  const { receive } = open()
  t.notThrows(() => receive(types.disposition, { isReceiver: true, first: 1, last: 65_536 }))
  t.throws(() => receive(types.disposition, { isReceiver: true, first: 1, last: 65_537 }), {
    message: 'a disposition for 65537 deliveries is too long',
  })
})

test('the end of a session is reported, and its links and deliveries are forgotten', (t) => {
  const { session, sent, attachReceiver, transfer, events, receive, attachSender } = open()
  attachReceiver().send(Buffer.from('x'), false)
  attachSender()
  session.settleIncoming({ id: 0, isSettled: false, state: undefined }, accepted)
  sent.length = 0
  session.end()
  session.flush()
  receive(types.disposition, { isReceiver: true, first: 0, isSettled: true })
  t.deepEqual([sent, events], [[], [['ended']]])
  t.like(
    t.throws(() => transfer(0)),
    { condition: 'amqp:session:unattached-handle' },
  )
})
