import { randomBytes } from 'node:crypto'
import test from 'ava'
import { decodeRunLength, encodeRunLength } from '../../../../../src/mq/parts/channels/protocol/run-length.ts'

const samples: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('a')],
  ['a short run', Buffer.from('aab')],
  ['runs of every length', Buffer.concat(Array.from({ length: 300 }, (_, n) => Buffer.alloc(n, n)))],
  ['bytes without runs', Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251))],
  ['random bytes', randomBytes(5000)],
  ['runs between other bytes', Buffer.from(`${'x'.repeat(200)}abc${' '.repeat(129)}de${'y'.repeat(128)}`)],
]

for (const [title, data] of samples) {
  test(`${title} are the same after encoding and decoding`, (t) => {
    const encoded = encodeRunLength(data)
    t.deepEqual(decodeRunLength(encoded, data.length), data)
    t.true(encoded.length <= data.length + Math.ceil(data.length / 128))
  })
}

test('a run of blanks needs two bytes per 128', (t) => {
  t.is(encodeRunLength(Buffer.alloc(1280, ' ')).length, 20)
})

for (const [title, encoded] of [
  ['a copy that is not complete', [3, 1, 2]],
  ['a run without its byte', [200]],
  ['the control byte that is not used', [128, 0]],
] as const) {
  test(`${title} is rejected`, (t) => {
    t.throws(() => decodeRunLength(Buffer.from(encoded), 1000), { instanceOf: RangeError })
  })
}

test('data that would be longer than allowed is rejected before it is decoded', (t) => {
  t.throws(() => decodeRunLength(Buffer.alloc(1000, 129), 1000), { message: 'more than 1000 bytes' })
})
