import test from 'ava'
import {
  type ChannelPort,
  type EventMessage,
  openRpcChannel,
  type RequestMessage,
} from '../../../../src/gateway/runtime/rpc/rpc-channel.ts'

interface Questions {
  double: RequestMessage<number, number>
  refuse: RequestMessage<string, never>
  hang: RequestMessage<undefined, undefined>
  note: EventMessage<string>
}

/** Two ports that carry to each other what a structured clone can carry, until one of them is closed. */
function pair() {
  const receivers: ((message: unknown) => void)[] = []
  const closers: (() => void)[] = []
  let isOpen = true
  const port = (own: number, other: number): ChannelPort => ({
    send(message) {
      if (isOpen) setImmediate(() => receivers[other]?.(structuredClone(message)))
      return isOpen
    },
    listen(receive, closed) {
      receivers[own] = receive
      closers[own] = closed
    },
  })
  const close = () => {
    isOpen = false
    for (const each of closers) each()
  }
  const raw = (message: unknown) => receivers[0]?.(message)
  return { ports: [port(0, 1), port(1, 0)] as const, close, raw }
}

function connected({ hangMs = 60_000 } = {}) {
  const { ports, close, raw } = pair()
  const notes: string[] = []
  const slow = Promise.withResolvers<undefined>()
  openRpcChannel<object, Questions>(ports[1], {
    peer: 'the caller',
    deadlines: {},
    handlers: {
      double: (value) => value * 2,
      refuse: async (reason) => {
        throw new Error(reason)
      },
      hang: () => slow.promise,
      note: (text) => void notes.push(text),
    },
  })
  const unknown = { constructor: 60_000, unknown: 60_000 } as object
  const channel = openRpcChannel<Questions, object>(ports[0], {
    peer: 'worker 7',
    deadlines: { double: 60_000, refuse: 60_000, hang: hangMs, ...unknown },
    handlers: {},
  })
  return { ...channel, notes, slow, close, raw }
}

test('each request gets its own response, in whatever order they come', async (t) => {
  const { request: call, slow } = connected()
  const first = call('hang', undefined)
  t.is(await call('double', 21), 42)
  slow.resolve(undefined)
  t.is(await first, undefined)
})

test('a handler that throws rejects the request with its message', async (t) => {
  await t.throwsAsync(connected().request('refuse', 'not today'), { message: 'not today', code: 'failed' })
})

test('a request without a response rejects at its deadline, and a late response changes nothing', async (t) => {
  const { request: call, slow } = connected({ hangMs: 1 })
  await t.throwsAsync(call('hang', undefined), {
    message: 'worker 7 has not responded to "hang" within 0.001 s',
    code: 'timeout',
  })
  slow.resolve(undefined)
  t.is(await call('double', 1), 2)
})

test('when the peer ends, open requests reject, and so do new ones', async (t) => {
  const { request: call, close } = connected()
  const open = call('hang', undefined)
  close()
  const message = 'worker 7 ended before it had responded to "hang"'
  await t.throwsAsync(open, { message, code: 'closed' })
  await t.throwsAsync(call('double', 1), { code: 'closed' })
})

test('an event has no response', async (t) => {
  const { notify, request: call, notes } = connected()
  notify('note', 'heard')
  await call('double', 1)
  t.deepEqual(notes, ['heard'])
})

test('a message that is not in the table is an error of the caller', async (t) => {
  const { request: call } = connected()
  for (const name of ['constructor', 'unknown'])
    await t.throwsAsync(call(name as never, undefined as never), { message: `there is no message "${name}"` })
})

test('ignores messages of other channels and results without a request', async (t) => {
  const { request: call, raw } = connected()
  const result = call('double', 4)
  for (const each of [null, 'text', { type: 'other' }, { rpc: 'result', id: 99, result: 1 }]) raw(each)
  t.is(await result, 8)
})
