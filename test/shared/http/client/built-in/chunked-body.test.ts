import test from 'ava'
import { ChunkedBody } from '../../../../../src/shared/http/client/built-in/chunked-body.ts'
import { MalformedResponseError } from '../../../../../src/shared/http/client/exchange/errors.ts'

/** Reads bytes of a chunked body and returns its content, and where the body ended. */
function read(text: string) {
  const body = new ChunkedBody()
  const bytes = Buffer.from(text, 'latin1')
  const filled = body.read(bytes, 0, bytes.length)
  return { content: bytes.toString('latin1', 0, filled), isOver: body.isOver, position: body.position }
}

const malformed = (message: string) => ({ instanceOf: MalformedResponseError, message })

for (const size of ['a', 'A', '0a', `${'0'.repeat(11)}a`])
  test(`a chunk of size ${size} has ten bytes`, (t) => {
    const text = `${size}\r\n0123456789\r\n0\r\n\r\n`
    t.deepEqual(read(text), { content: '0123456789', isOver: true, position: text.length })
  })

test('each digit counts sixteen times the next one', (t) => {
  const content = 'x'.repeat(0x1_2f)
  t.is(read(`12F\r\n${content}\r\n0\r\n\r\n`).content, content)
})

test('a size has up to 12 digits', (t) => {
  t.false(read('ffffffffffff').isOver)
  t.throws(() => read('fffffffffffff'), malformed('the size of a chunk is too large'))
  t.throws(() => read(`${'0'.repeat(13)}`), malformed('the size of a chunk is too large'))
})

test('the digits of each size are counted by themselves', (t) => {
  t.is(read(`1\r\na\r\n${'0'.repeat(11)}1\r\nb\r\n0\r\n\r\n`).content, 'ab')
  t.throws(() => read('1\r\na\r\n\r\n'), malformed('the size of a chunk is not a hexadecimal number'))
})

for (const text of ['/\r\n', ':\r\n', 'g\r\n', 'G\r\n', '`\r\n', '@\r\n', '-1\r\n', '\r\n', ';a\r\n', '1 \r\n', '1\n'])
  test(`the size ${JSON.stringify(text)} is malformed`, (t) => {
    t.throws(() => read(text), malformed('the size of a chunk is not a hexadecimal number'))
  })

for (const text of ['1\rx', '1\r\nab\r\n', '1\r\na\rb', '1\r\na\n'])
  test(`a chunk that goes on with ${JSON.stringify(text)} is malformed`, (t) => {
    t.throws(() => read(text), malformed('a chunk does not end after its announced size'))
  })

test('the extensions of a chunk have up to 16 KiB', (t) => {
  const longest = `a=${'b'.repeat(16 * 1024 - 2)}`
  t.is(read(`1;${longest}\r\nx\r\n0\r\n\r\n`).content, 'x')
  t.throws(() => read(`1;${longest}c`), malformed('the extensions of a chunk are too long'))
})

test('the extensions of each chunk are limited and checked by themselves', (t) => {
  const chunk = `1;a=${'b'.repeat(9_000)}\r\nx\r\n`
  t.is(read(`${chunk}${chunk}${chunk}0\r\n\r\n`).content, 'xxx')
  t.throws(() => read('1;a=b\r\nx\r\n1;=\r\n'), malformed('the extensions of a chunk are not well-formed'))
})

test('trailers are dropped, but those that frame the message are malformed', (t) => {
  t.deepEqual(read('0\r\nA: content-length\r\n\r\nNEXT'), { content: '', isOver: true, position: 24 })
  for (const name of ['Content-Length', 'TRANSFER-encoding'])
    t.throws(
      () => read(`0\r\nA: b\r\n${name}: 1\r\n\r\n`),
      malformed('the trailers contain a header that frames the message'),
    )
  t.throws(() => read('0\r\nA b\r\n\r\n'), malformed('the trailers are not well-formed'))
})

test('content is moved together when the chunks arrive at once, behind bytes of the head', (t) => {
  const body = new ChunkedBody()
  const bytes = Buffer.from('HEAD2\r\nab\r\n3;x=y\r\ncde\r\n0\r\n\r\nrest', 'latin1')
  const filled = body.read(bytes, 4, bytes.length)
  t.is(bytes.toString('latin1', 4, filled), 'abcde')
  t.is(bytes.toString('latin1', body.position), 'rest')
})
