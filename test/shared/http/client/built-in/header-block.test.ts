import test from 'ava'
import { HeaderBlock } from '../../../../../src/shared/http/client/built-in/header-block.ts'
import { MalformedResponseError } from '../../../../../src/shared/http/client/exchange/errors.ts'

/** Feeds pieces to a block of at most 6,000 bytes, and returns where the last read stopped. */
function read(pieces: readonly string[], block = new HeaderBlock('the head is', 6_000)) {
  let stop = 0
  for (const piece of pieces) {
    const bytes = Buffer.from(`${piece}LATER`, 'latin1')
    let at = 0
    while (at < piece.length && block.lines === undefined) at = block.read(bytes, at, piece.length)
    stop = at
  }
  return { lines: block.lines, stop }
}

const tooLong = { instanceOf: MalformedResponseError, message: 'the head is too long' }

test('a block ends after its empty line, wherever the pieces end', (t) => {
  const text = 'A: b\r\nC: d\r\n\r\nbody'
  for (let at = 1; at < text.length; at += 1) {
    const { lines, stop } = read([text.slice(0, at), ...(at < 14 ? [text.slice(at)] : [])])
    t.is(lines, 'A: b\r\nC: d\r\n', String(at))
    t.is(stop, at < 14 ? 14 - at : 14)
  }
})

test('a block may have its maximum length before the empty line, and no more', (t) => {
  const line = (length: number) => `A: ${'b'.repeat(length - 3)}`
  t.is(read([`${line(6_000)}\r\n\r\n`]).lines?.length, 6_002)
  t.throws(() => read([`${line(6_001)}\r\n\r\n`]), tooLong)
  t.is(read([line(6_000)]).lines, undefined)
  t.throws(() => read([line(6_001)]), tooLong)
})

test('a block can be read again after the first one', (t) => {
  const block = new HeaderBlock('the head is', 6_000)
  t.is(read(['A: b\r\n\r\n'], block).lines, 'A: b\r\n')
  const bytes = Buffer.from('C: d\r\n\r\n')
  t.is(block.read(bytes, 0, bytes.length), 8)
  t.is(block.lines, 'C: d\r\n')
})

test('initial text counts as read, and a wrong prefix is rejected at once', (t) => {
  const trailers = new HeaderBlock('x', 100, { initialText: '\r\n' })
  t.is(trailers.read(Buffer.from('\r\nrest'), 0, 6), 2)
  t.is(trailers.lines, '\r\n')
  const head = () => new HeaderBlock('the head is', 100, { requiredPrefix: 'HTTP/1.' })
  t.is(read(['H', 'TTP', '/1.1 '], head()).lines, undefined)
  for (const pieces of [['h'], ['HTTP/2'], ['HT', 'X'], ['HTTP/1', '1']])
    t.throws(() => read(pieces, head()), { message: 'the head is not one of HTTP/1.1' })
})

test('a bare line feed is rejected at once, also after a piece that ends in CR', (t) => {
  t.is(read(['A: b\r', '\nC']).lines, undefined)
  for (const pieces of [['A: b\n'], ['A: b', '\n'], ['\n'], ['A: b\r\nC\n'], ['A: b\r\n\n']])
    t.throws(() => read(pieces), { message: 'the head is broken by a bare line feed' })
})

test('a block that arrives byte by byte is searched in linear time', (t) => {
  const text = `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(900)}\r\n`
  let searched = 0
  const { indexOf } = String.prototype
  t.teardown(() => {
    String.prototype.indexOf = indexOf
  })
  String.prototype.indexOf = function (this: string, ...args: Parameters<typeof indexOf>) {
    searched += this.length
    return indexOf.apply(this, args)
  }
  const { lines } = read([...text], new HeaderBlock('the head is', 6_000, { requiredPrefix: 'HTTP/1.' }))
  t.is(lines, text.slice(0, -2))
  t.true(searched < 20 * text.length, `${searched} characters for ${text.length}`)
})
