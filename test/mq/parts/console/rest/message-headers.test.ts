import test from 'ava'
import { decodeHeaders } from '../../../../../src/mq/parts/console/rest/message-headers.ts'

function buildRulesHeader(isLittle: boolean, folder: string): Buffer {
  const fixed = Buffer.alloc(40)
  const write = (value: number, at: number) =>
    isLittle ? fixed.writeInt32LE(value, at) : fixed.writeInt32BE(value, at)
  fixed.write('RFH ', 0, 'latin1')
  write(2, 4)
  write(40 + folder.length, 8)
  write(1208, 16)
  fixed.write('MQSTR   ', 20, 'latin1')
  write(folder.length, 36)
  return Buffer.concat([fixed, Buffer.from(folder), Buffer.from('hello')])
}

for (const isLittle of [true, false]) {
  test(`the folders of an MQRFH2 are decoded, ${isLittle ? 'little' : 'big'} endian`, (t) => {
    const body = buildRulesHeader(isLittle, '<usr><a>1</a></usr> ')
    const [header, ...more] = decodeHeaders({ format: 'MQHRF2  ', body })
    t.is(header?.name, 'MQRFH2')
    t.is(body.subarray(header?.length).toString(), 'hello')
    t.deepEqual(header?.fields.slice(-2), [
      { name: 'Format', value: 'MQSTR' },
      { name: 'usr', value: '<usr><a>1</a></usr>' },
    ])
    t.deepEqual(more, [])
  })
}

for (const [format, body] of [
  ['MQHRF2', Buffer.from('RFH ')],
  ['MQHRF2', buildRulesHeader(true, '<usr/>  ').subarray(0, 44)],
  ['MQDEAD', Buffer.alloc(172)],
  ['MQXMIT', Buffer.from('XQH ')],
  ['MQEVENT', Buffer.alloc(40, 255)],
  ['MQSTR', Buffer.from('hello')],
  ['toString', Buffer.from('hello')],
  ['MQPCF', Buffer.alloc(4 * 1024 ** 2, 1)],
] as const) {
  test(`${body.length} bytes that are no header of ${format} are the body`, (t) => {
    t.deepEqual(decodeHeaders({ format, body }), [])
  })
}

test('a million empty folders are no million fields', (t) => {
  const body = buildRulesHeader(true, '')
  const folders = Buffer.alloc(4 * 1024 ** 2)
  body.writeInt32LE(36 + folders.length, 8)
  const [header] = decodeHeaders({ format: 'MQHRF2', body: Buffer.concat([body.subarray(0, 36), folders]) })
  t.is(header?.fields.length, 203)
})
