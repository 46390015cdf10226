import test from 'ava'
import { ResponseReader } from '../../../../../src/shared/http/client/built-in/response-reader.ts'
import { MalformedResponseError } from '../../../../../src/shared/http/client/exchange/errors.ts'
import type { ParsedResponseHead } from '../../../../../src/shared/http/client/exchange/response-head.ts'
import { malformed, type WellFormed, wellFormed } from '../../../../gateway/data-plane/_support/answers.ts'

/** Reads a response in pieces. Each piece is overwritten after it has been read. */
function read(pieces: readonly string[], { method = 'GET', upgrade = '' } = {}) {
  let head: ParsedResponseHead | undefined
  let body = ''
  let isPersistent: boolean | undefined
  let switched: string | undefined
  const interim: number[] = []
  const parts: Buffer[] = []
  const reader = new ResponseReader({
    onHead(given) {
      head = given
    },
    onInterim({ status }) {
      interim.push(status)
    },
    onData(given, start, end) {
      if (start >= end) throw new Error('an empty part of the body')
      parts.push(Buffer.from(given.subarray(start, end)))
    },
    onEnd(persists) {
      isPersistent = persists
    },
    onUpgrade(given, first) {
      head = given
      switched = first.toString('latin1')
    },
  })
  reader.expect({ method, ...(upgrade && { upgrade }) })
  for (const piece of pieces) {
    const bytes = Buffer.from(`${piece}SECRET`, 'latin1')
    reader.read(bytes, piece.length)
    bytes.fill('!')
  }
  const isComplete = isPersistent !== undefined || reader.finish()
  body = Buffer.concat(parts).toString('latin1')
  return { status: head?.status, fields: head?.headers, body, isPersistent, isComplete, switched, interim }
}

const splits: Readonly<Record<string, (raw: string) => string[][]>> = {
  'in one piece': (raw) => [[raw]],
  'byte by byte': (raw) => [[...raw]],
  'in any two pieces': (raw) => Array.from(raw, (_, at) => [raw.slice(0, at), raw.slice(at)]),
}

for (const [how, split] of Object.entries(splits)) {
  for (const [what, { raw, ...expected }] of Object.entries<WellFormed>(wellFormed)) {
    test(`reads ${what}, ${how}`, (t) => {
      for (const pieces of split(raw)) t.like(read(pieces), { ...expected, isComplete: true })
    })
  }
  for (const [what, raw] of Object.entries(malformed)) {
    if (raw.length > 1_000 && how !== 'in one piece') continue
    test(`rejects ${what}, ${how}`, (t) => {
      for (const pieces of split(raw))
        t.throws(() => read(pieces), { instanceOf: MalformedResponseError }, pieces[0] as string)
    })
  }
}

test('equal and different heads in turn have their own headers', (t) => {
  const seen: string[] = []
  const reader = new ResponseReader({
    onHead({ status, headers, contentLength }) {
      seen.push(`${status} ${contentLength} ${headers}`)
    },
    onInterim() {},
    onData() {},
    onEnd() {},
    onUpgrade() {},
  })
  const raw = (status: number, length: number) =>
    Buffer.from(`HTTP/1.1 ${status} OK\r\nA: b\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`)
  for (const bytes of [raw(200, 2), raw(200, 2), raw(201, 2), raw(200, 3), raw(200, 3)]) {
    reader.expect({ method: 'GET' })
    reader.read(bytes, bytes.length)
    bytes.fill('!')
  }
  const headers = (length: number) => `A,b,Content-Length,${length}`
  const [two, three] = [`2 ${headers(2)}`, `3 ${headers(3)}`]
  t.deepEqual(seen, [`200 ${two}`, `200 ${two}`, `201 ${two}`, `200 ${three}`, `200 ${three}`])
})

test('a response to HEAD has no body, regardless of its headers', (t) => {
  const { raw } = wellFormed['a body of a length'] as WellFormed
  const head = raw.replace('hello', '')
  t.like(read([head], { method: 'HEAD' }), { body: '', isPersistent: true, fields: ['Content-Length', '5'] })
  t.like(read([`${head}hello`], { method: 'HEAD' }), { body: '', isPersistent: false }, 'and no other answer')
})

test('a response to HEAD that would end with its connection prevents reuse', (t) => {
  for (const [header, isPersistent] of [
    ['', false],
    ['Content-Length: 0\r\n', true],
    ['Content-Length: 7\r\n', true],
    ['Transfer-Encoding: chunked\r\n', true],
  ] as const)
    t.is(read([`HTTP/1.1 200 OK\r\n${header}\r\n`], { method: 'HEAD' }).isPersistent, isPersistent, header)
})

test('a head may have 64 KiB', (t) => {
  const head = (bytes: number) => {
    const first = 'HTTP/1.1 204 \r\nA: '
    return `${first}${'a'.repeat(bytes - first.length)}\r\n\r\n`
  }
  t.is(read([head(64 * 1024)]).status, 204)
  t.throws(() => read([head(64 * 1024 + 1)]), { message: 'the head of the response is too long' })
})

test('bytes right after a response are dropped, and the connection is not reused', (t) => {
  const { raw } = wellFormed['a body of a length'] as WellFormed
  t.like(read([raw + raw]), { body: 'hello', isPersistent: false })
  t.like(read([`${wellFormed.trailers?.raw}x`]), { body: 'hello', isPersistent: false })
  t.like(read(['HTTP/1.1 204 \r\n\r\nHTTP/1.1 200 OK\r\n\r\n']), { status: 204, isPersistent: false })
})

test('the connection of a 204 or 304 is reused, unless its headers announce a body', (t) => {
  for (const status of [204, 304]) {
    const readWith = (header: string) => read([`HTTP/1.1 ${status} \r\n${header}\r\n`])
    t.true(readWith('').isPersistent)
    t.true(readWith('Content-Length: 0\r\n').isPersistent)
    t.false(readWith('Content-Length: 1\r\n').isPersistent)
    t.false(readWith('Transfer-Encoding: chunked\r\n').isPersistent)
  }
})

test('bytes that arrive later without a request are malformed', (t) => {
  const { raw } = wellFormed['no body'] as WellFormed
  t.throws(() => read([raw, 'x']), { instanceOf: MalformedResponseError })
})

for (const [what, raw] of Object.entries({
  nothing: '',
  'half a head': 'HTTP/1.1 200 OK\r\nContent-',
  'half a body': 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello',
  'chunks without the last': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  'an interim answer alone': 'HTTP/1.1 102 Processing\r\n\r\n',
})) {
  test(`${what} is incomplete when the connection closes`, (t) => {
    t.false(read([raw]).isComplete)
  })
}

test('interim responses are passed on, up to 32 for each response', (t) => {
  const processing = 'HTTP/1.1 102 Processing\r\n\r\n'
  const { raw } = wellFormed['no body'] as WellFormed
  t.deepEqual(read([`HTTP/1.1 103 \r\n\r\n${processing}${raw}`]).interim, [103, 102])
  t.is(read([processing.repeat(32) + raw]).status, 200)
  t.throws(() => read([processing.repeat(33) + raw]), { instanceOf: MalformedResponseError })
})

test('interim responses are counted for each request of a connection', (t) => {
  const statuses: number[] = []
  const reader = new ResponseReader({
    onHead: ({ status }) => statuses.push(status),
    onInterim() {},
    onData() {},
    onEnd() {},
    onUpgrade() {},
  })
  for (let request = 0; request < 2; request += 1) {
    reader.expect({ method: 'GET' })
    const bytes = Buffer.from(`${'HTTP/1.1 102 \r\n\r\n'.repeat(32)}HTTP/1.1 204 \r\n\r\n`)
    reader.read(bytes, bytes.length)
  }
  t.deepEqual(statuses, [204, 204])
})

for (const [what, beginning] of Object.entries({
  'another protocol': 'S',
  'the start of TLS': '\x15\x03\x03',
  'a request': 'GET / ',
  'an empty line': '\r\n',
  'a status line that ends in a line feed': 'HTTP/1.1 200 OK\n',
  'a field that ends in a line feed': 'HTTP/1.1 200 OK\r\nA: b\n',
  'a trailer that ends in a line feed': `${wellFormed['one chunk']?.raw.slice(0, -2)}A: b\n`,
})) {
  test(`${what} is malformed at once`, (t) => {
    t.throws(() => read([beginning]), { instanceOf: MalformedResponseError })
    t.throws(() => read([...beginning]), { instanceOf: MalformedResponseError })
  })
}

test('a requested protocol gets the bytes that have arrived', (t) => {
  const raw = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: WebSocket\r\nA: b\r\n\r\nfirst'
  t.like(read([raw], { upgrade: 'websocket' }), { status: 101, fields: ['A', 'b'], switched: 'first' })
  t.throws(() => read([raw], { upgrade: 'other' }), { instanceOf: MalformedResponseError })
})

test('bytes after a switch of protocols are not read as a response', (t) => {
  const raw = 'HTTP/1.1 101 \r\nUpgrade: echo\r\n\r\n'
  t.like(read([raw, 'HTTP/1.1 200 OK\r\n\r\n'], { upgrade: 'echo' }), { status: 101, isComplete: true })
})

const reply = (name: string) => wellFormed[name]?.raw ?? ''
const interim = 'HTTP/1.1 102 Processing\r\n\r\n'

for (const [callback, what, raw] of [
  ['onHead', 'chunks', reply('several chunks')],
  ['onHead', 'a length', reply('a body of a length')],
  ['onHead', 'no body', reply('no body')],
  ['onHead', 'no length', reply('no length')],
  ['onInterim', 'interim responses', interim + interim + reply('no body')],
  ['onData', 'chunks', reply('several chunks')],
  ['onData', 'a length', reply('a body of a length')],
] as const) {
  test(`stop within ${callback} prevents all further callbacks of a response with ${what}`, (t) => {
    const calls: string[] = []
    const record = (name: string) => () => {
      calls.push(name)
      if (name === callback) reader.stop()
    }
    const reader: ResponseReader = new ResponseReader({
      onHead: record('onHead'),
      onInterim: record('onInterim'),
      onData: record('onData'),
      onEnd: record('onEnd'),
      onUpgrade: record('onUpgrade'),
    })
    reader.expect({ method: 'GET' })
    const bytes = Buffer.from(raw)
    reader.read(bytes, bytes.length)
    reader.read(bytes, bytes.length)
    t.is(calls.at(-1), callback)
    t.is(calls.filter((name) => name === callback).length, 1)
    t.true(reader.finish(), 'nothing more is expected')
  })
}
