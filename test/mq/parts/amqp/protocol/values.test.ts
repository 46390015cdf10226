/** The codec of values, beside the vectors of the standard and rhea's codec. */
import { createRequire } from 'node:module'
import test from 'ava'
import { type AmqpValue, DescribedValue, ValueReader } from '../../../../../src/mq/parts/amqp/protocol/value-reader.ts'
import { ValueWriter } from '../../../../../src/mq/parts/amqp/protocol/value-writer.ts'
import { createRandom } from '../../../../_support/random.ts'

const read = (hex: string) => new ValueReader(Buffer.from(hex.replaceAll(' ', ''), 'hex')).read()

/** By the encodings of AMQP 1.0 part 1, section 1.6. */
for (const [title, hex, value] of [
  ['null', '40', null],
  ['true', '41', true],
  ['false', '42', false],
  ['a boolean octet', '56 01', true],
  ['ubyte', '50 ff', 255],
  ['ushort', '60 ffff', 65_535],
  ['uint', '70 ffffffff', 2 ** 32 - 1],
  ['smalluint', '52 80', 128],
  ['uint0', '43', 0],
  ['ulong', '80 0000000000000100', 256],
  ['the greatest ulong', '80 ffffffffffffffff', 2n ** 64n - 1n],
  ['smallulong', '53 14', 20],
  ['ulong0', '44', 0],
  ['byte', '51 80', -128],
  ['short', '61 8000', -32_768],
  ['int', '71 80000000', -(2 ** 31)],
  ['smallint', '54 ff', -1],
  ['long', '81 8000000000000000', -(2n ** 63n)],
  ['smalllong', '55 fe', -2],
  ['float', '72 3fc00000', 1.5],
  ['double', '82 c000000000000000', -2],
  ['char', '73 0001f600', '\u{1f600}'],
  ['timestamp', '83 000001311cef3c9b', 1_310_450_465_947],
  ['uuid', '98 000102030405060708090a0b0c0d0e0f', Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')],
  ['vbin8', 'a0 02 0102', Buffer.from([1, 2])],
  ['vbin32', 'b0 00000001 ff', Buffer.from([255])],
  ['str8-utf8', 'a1 03 e282ac', '€'],
  ['str32-utf8', 'b1 00000001 61', 'a'],
  ['sym8', 'a3 01 61', 'a'],
  ['sym32', 'b3 00000001 61', 'a'],
  ['list0', '45', []],
  ['list8', 'c0 03 02 41 42', [true, false]],
  ['list32', 'd0 00000005 00000001 40', [null]],
  ['map8', 'c1 04 02 a3 00 41', ['', true]],
  ['array8', 'e0 04 02 50 01 02', [1, 2]],
  ['array32', 'f0 00000009 00000001 b3 00000000', ['']],
  ['an array of booleans without bytes', 'e0 02 02 41', [true, true]],
] as const) {
  test(`${title} is read`, (t) => t.deepEqual(read(hex) as unknown, value as unknown))
}

test('a described value has its descriptor, and an array one for all elements', (t) => {
  t.deepEqual(read('00 53 25 45'), new DescribedValue(0x25, []))
  t.deepEqual(read('00 a3 01 78 a1 01 79'), new DescribedValue('x', 'y'))
  t.deepEqual(read('e0 07 02 00 53 24 50 01 02'), [new DescribedValue(0x24, 1), new DescribedValue(0x24, 2)])
})

for (const [title, hex, message] of [
  ['ends within a number', '70 0000', /end within a value/],
  ['ends within a text', 'a1 05 61', /end within a value/],
  ['claims a list longer than the frame', 'd0 ffffffff 00000001 40', /end within a value/],
  ['claims more elements than bytes', 'c0 01 ff', /claims 255 elements/],
  ['claims four billion elements without bytes', 'f0 00000005 ffffffff 40', /claims 4294967295 elements/],
  ['has an unknown format code', '30', /format code 0x30/],
  ['is nested too deeply', 'c0 ff 01 '.repeat(100), /within each other|end within/],
  ['has descriptors of descriptors without end', '00'.repeat(1000), /within each other/],
  ['has no character', '73 7fffffff', /no character/],
] as const) {
  test(`a value that ${title} is an error`, (t) => {
    t.throws(() => read(hex), { message })
  })
}

test('skipping a value ends where reading it ends, and random bytes do no harm', (t) => {
  const next = createRandom(11)
  const random = (below: number) => Math.floor(next() * below)
  let readable = 0
  for (let round = 0; round < 20_000; round++) {
    const bytes = Buffer.from(Array.from({ length: 1 + random(24) }, () => randomByte(random)))
    const [reader, skipper] = [new ValueReader(bytes), new ValueReader(bytes)]
    try {
      reader.read()
    } catch {
      continue
    }
    readable++
    skipper.skip()
    t.true(reader.position <= bytes.length)
    // A list may have bytes after its last value, which only skipping passes over.
    t.true(skipper.position <= bytes.length)
  }
  t.true(readable > 1000)
})

/** Returns mostly bytes that are format codes or small sizes, so that many texts are values. */
function randomByte(random: (below: number) => number): number {
  const codes = [0x00, 0x40, 0x41, 0x43, 0x45, 0x50, 0x53, 0x54, 0xa1, 0xa3, 0xc0, 0xc1, 0xe0]
  return random(3) === 0 ? random(8) : random(2) === 0 ? random(256) : (codes[random(codes.length)] as number)
}

/** rhea's decoder, which reads what the writer writes. */
const { Reader, unwrap } = createRequire(import.meta.url)('rhea/lib/types.js') as {
  Reader: new (bytes: Buffer) => { read(): unknown }
  unwrap(value: unknown): unknown
}
const readWithRhea = (write: (writer: ValueWriter) => void) => {
  const writer = new ValueWriter()
  write(writer)
  const bytes = writer.finish()
  return { rhea: unwrap(new Reader(bytes).read()), own: new ValueReader(bytes).read() }
}

for (const [title, write, value] of [
  ['null', (to: ValueWriter) => to.null(), null],
  ['a boolean', (to: ValueWriter) => to.boolean(true), true],
  ['a ubyte', (to: ValueWriter) => to.number('ubyte', 200), 200],
  ['a ushort', (to: ValueWriter) => to.number('ushort', 60_000), 60_000],
  ['a uint', (to: ValueWriter) => to.number('uint', 4_000_000_000), 4_000_000_000],
  ['a uint that is too great', (to: ValueWriter) => to.number('uint', 2 ** 40), 2 ** 32 - 1],
  ['a negative uint', (to: ValueWriter) => to.number('uint', -1), 0],
  ['a byte', (to: ValueWriter) => to.number('byte', -128), -128],
  ['a short', (to: ValueWriter) => to.number('short', -32_768), -32_768],
  ['an int', (to: ValueWriter) => to.number('int', -5), -5],
  ['a long', (to: ValueWriter) => to.number('long', -5n), -5],
  ['a ulong', (to: ValueWriter) => to.number('ulong', 5n), 5],
  ['a float', (to: ValueWriter) => to.number('float', 1.5), 1.5],
  ['a double', (to: ValueWriter) => to.number('double', Math.PI), Math.PI],
  ['a text', (to: ValueWriter) => to.string('€'), '€'],
  ['a long text', (to: ValueWriter) => to.string('€'.repeat(10_000)), '€'.repeat(10_000)],
  ['a symbol', (to: ValueWriter) => to.symbol('queue'), 'queue'],
  ['symbols', (to: ValueWriter) => to.symbols(['a', 'bc']), ['a', 'bc']],
  ['a binary', (to: ValueWriter) => to.binary(Buffer.from([1])), Buffer.from([1])],
  ['an empty list', (to: ValueWriter) => to.list(() => 0), []],
] as const) {
  test(`${title} is written as rhea reads it`, (t) => {
    const { rhea, own } = readWithRhea(write)
    t.deepEqual(own, value as AmqpValue)
    t.deepEqual(rhea, value as unknown)
  })
}

test('a map, and lists within lists, are written as rhea reads them', (t) => {
  const { rhea, own } = readWithRhea((to) => {
    to.map(() => {
      to.symbol('key')
      to.list(() => {
        to.number('uint', 1)
        to.list(() => 0)
        return 2
      })
      return 1
    })
  })
  t.deepEqual(own, ['key', [1, []]])
  t.deepEqual(rhea, { key: [1, []] })
})
