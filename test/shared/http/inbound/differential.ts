/**
 * A differential fuzzer: it sends the same bytes, in the same random pieces, to a listener with the fast path and
 * to one without. Handlers must get the same requests, and clients the same responses and errors.
 *
 * `HTTP_FUZZ_SEED` and `HTTP_FUZZ_CASES` repeat a run or make it longer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Listener, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

export interface Fuzzer {
  /** Returns the first differences, each as the source of a test; empty without differences. */
  run(seed: number, cases: number): Promise<string[]>
  /** Returns the responses of both listeners to the same bytes. */
  compare(pieces: readonly string[]): Promise<[fast: string, complete: string]>
  close(): Promise<void>
}

const quietMs = 100
const patientMs = 1_500
const atOnce = 40
const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

export async function openFuzzer(): Promise<Fuzzer> {
  const [fast, complete] = await Promise.all([listen(true), listen(false)])

  async function compare(pieces: readonly string[], waitMs = patientMs): Promise<[string, string]> {
    const [one, other] = await Promise.all([talk(fast, pieces, waitMs), talk(complete, pieces, waitMs)])
    return [one, other]
  }

  async function check(pieces: readonly string[]): Promise<string | undefined> {
    const [one, other] = await compare(pieces, quietMs)
    if (one === other) return undefined
    const [fastAgain, completeAgain] = await compare(pieces) // a slow machine can cause a difference, which does not repeat
    return fastAgain === completeAgain ? undefined : asTest(pieces, fastAgain, completeAgain)
  }

  return {
    compare,

    async run(seed, cases) {
      const random = randomFrom(seed)
      const differences: string[] = []
      for (let done = 0; done < cases && differences.length < 3; done += atOnce) {
        const inputs = Array.from({ length: Math.min(atOnce, cases - done) }, () => makeInput(random))
        for (const found of await Promise.all(inputs.map(check))) if (found) differences.push(found)
      }
      return differences
    },

    async close() {
      await Promise.all([fast.close(0), complete.close(0)])
    },
  }
}

/** Responds with the request as JSON. */
async function echo(request: IncomingMessage, response: HttpResponse | ServerResponse): Promise<void> {
  const { method, url, httpVersion, rawHeaders, headers } = request
  try {
    const body = await text(request)
    const told = Buffer.from(JSON.stringify({ method, url, httpVersion, rawHeaders, headers, body }))
    response.writeHead(200, { 'Content-Length': told.length })
    response.end(told)
  } catch {
    // the connection has closed
  }
}

function listen(isFast: boolean): Promise<Listener> {
  return openListener({
    host: '127.0.0.1',
    port: 0,
    handler: echo,
    ...(isFast && { fastPath: { accepts: () => true, handle: echo } }),
  })
}

/** Sends the pieces and returns all responses in normal form, and whether the server closed the connection. */
function talk({ port }: Listener, pieces: readonly string[], waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true)
    let answers = ''
    let ending = 'open'
    const timer = setTimeout(() => socket.destroy(), waitMs)
    socket.on('data', (part: string) => {
      answers += part
      timer.refresh()
    })
    socket.on('end', () => {
      ending = 'ended'
      socket.destroy()
    })
    socket.on('error', () => {
      ending = 'ended'
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(`${normal(answers)}\n${ending}`)
    })
    void send(pieces)

    async function send(all: readonly string[]): Promise<void> {
      for (const piece of all) {
        if (socket.destroyed || socket.writableEnded) return
        await new Promise<void>((done) => socket.write(piece, 'latin1', () => done()))
        await new Promise(setImmediate)
      }
    }
  })
}

/**
 * Removes what may differ: the order of headers, headers that depend on the time, and `100 Continue`. Node's
 * server writes an interim response when it parses a head, so its place among pipelined responses depends on the
 * timing of the pieces.
 */
function normal(answers: string): string {
  return answers
    .replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '')
    .replace(/^(?:Date|X-Request-Id|Keep-Alive): .*\r\n/gm, '')
    .replace(/HTTP\/1\.1 \d{3} [^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n/g, (head) => {
      const [status, ...fields] = head.trim().split('\r\n')
      return `\n${[status, ...fields.map((field) => field.toLowerCase()).sort()].join('\n')}\n\n`
    })
}

function asTest(pieces: readonly string[], fast: string, complete: string): string {
  const list = pieces.map((piece) => `  ${JSON.stringify(piece)},`).join('\n')
  return `test('both listeners read the same', async (t) => {
  const [fast, complete] = await fuzzer.compare([
${list}
  ])
  t.is(fast, complete)
})
// fast:     ${JSON.stringify(fast)}
// complete: ${JSON.stringify(complete)}`
}

export type Random = () => number

/** Returns a generator of numbers from 0 to 1, which are the same for the same seed: Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'get',
  'QUERY',
  'M-SEARCH',
  '',
]
const targets = ['/', '/a/b?c=%20d', '*', 'http://x/a', 'x:443', '/a b', '/a#b', '/"', '/\xfc', '//', '/%', 'a', '']
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', 'HTTP/1.10', 'HTTP/1', '']
const lineEnds = ['\r\n', '\n', '\r', '\r\r\n', ' \r\n', '\t\r\n', '']
/** A header line for every case that RFC 9112 and the documentation of llhttp describe. */
const lines = [
  'Host: x',
  'host:x',
  'Host: a b/c?d@e',
  'Host: a, b',
  'Host:',
  'Host: [::1]:80',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Keep-Alive, x-secret',
  'Connection: Upgrade',
  'Upgrade: foo',
  'Upgrade: h2c',
  'Upgrade: websocket',
  'Proxy-Connection: close',
  'Keep-Alive: timeout=1',
  'Content-Length: 0',
  'Content-Length: 4',
  'Content-Length: 04',
  'Content-Length: +4',
  'Content-Length: -4',
  'Content-Length: 4, 4',
  'Content-Length: 4 4',
  'Content-Length: 0x4',
  'Content-Length: 4;a',
  'Content-Length:',
  'Content-Length : 4',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: foo',
  'TE: trailers',
  'Trailer: a',
  'A: b',
  'A: c',
  'a: d',
  'Cookie: a=1',
  'Cookie: b=2',
  ' folded: line',
  '\tfolded',
  ': no name',
  'no colon',
  'A(b): c',
  'A\x00: b',
  'A: b\x00c',
  'A: \x7f',
  'A: \x01',
  'A: \xfc',
  '\xfc: a',
  'A: b\rContent-Length: 4',
  'A: b\nContent-Length: 4',
  `A: ${'a'.repeat(9_000)}`,
  `${'A'.repeat(300)}: b`,
  '',
]
const bodies = [
  '',
  'body',
  '4\r\nbody\r\n0\r\n\r\n',
  '4;a=b\r\nbody\r\n0\r\n\r\n',
  '4\nbody\n0\n\n',
  '0\r\nTrailer: a\r\n\r\n',
  '0\r\nContent-Length: 4\r\n\r\n',
  '00004\r\nbody\r\n0\r\n\r\n',
  '4 \r\nbody\r\n0\r\n\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  '-1\r\n',
  'x\r\n',
  '4\r\nbodyX\r\n0\r\n\r\n',
  'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n',
]

/** Returns one to four requests, most of them valid, cut into pieces. */
export function makeInput(random: Random): string[] {
  const count = 1 + Math.floor(random() * 4)
  const all = `${Array.from({ length: count }, () => makeRequest(random)).join('')}${last}`
  const mutated = random() < 0.15 ? mutate(random, all) : all
  return cut(random, mutated)
}

function makeRequest(random: Random): string {
  const odd = (chance: number) => random() < chance
  if (odd(0.35)) return sound(random)
  const method = odd(0.2) ? pick(random, methods) : pick(random, methods.slice(0, 7))
  const target = odd(0.15) ? pick(random, targets) : pick(random, targets.slice(0, 2))
  const version = odd(0.1) ? pick(random, versions) : 'HTTP/1.1'
  const chosen = Array.from({ length: Math.floor(random() * 4) }, () => pick(random, lines))
  const hosts = odd(0.08) ? [] : ['Host: x']
  const ends = () => (odd(0.03) ? pick(random, lineEnds) : '\r\n')
  const head = [`${method} ${target} ${version}`, ...hosts, ...chosen].map((line) => line + ends()).join('')
  return `${head}${ends()}${pick(random, bodies)}`
}

function sound(random: Random): string {
  const body = pick(random, ['', 'body', 'x'.repeat(3_000)])
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
  return `${pick(random, methods.slice(2, 6))} /sound HTTP/1.1\r\nHost: x\r\n${length}\r\n${body}`
}

/** Changes, removes or inserts one byte. */
function mutate(random: Random, bytes: string): string {
  const at = Math.floor(random() * bytes.length)
  const other = pick(random, ['\0', '\r', '\n', ' ', '\t', ':', ',', 'A', '0', '\xff', ''])
  return bytes.slice(0, at) + other + bytes.slice(at + (random() < 0.5 ? 1 : 0))
}

function cut(random: Random, bytes: string): string[] {
  const pieces: string[] = []
  const most = pick(random, [8, 64, 512, 100_000])
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * most)
    pieces.push(bytes.slice(at, at + size))
    at += size
  }
  return pieces.length > 200 ? [bytes] : pieces
}
