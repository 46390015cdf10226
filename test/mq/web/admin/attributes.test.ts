import test from 'ava'
import { objectDefinitions } from '../../../../src/mq/manager/index.ts'
import { channelRows, channelTypeNames } from '../../../../src/mq/web/admin/attributes/channel-rows.ts'
import { queueRows, queueTypeNames } from '../../../../src/mq/web/admin/attributes/queue-rows.ts'

for (const { name, set, types } of queueRows) {
  if (!set) continue
  test(`${name} is an attribute that queues of its types can be given`, (t) => {
    const known = objectDefinitions.queue.attributes.filter((each) => each.keyword === set.keyword)
    const settable = Object.entries(queueTypeNames).filter(
      ([mqsc, type]) =>
        type !== 'cluster' &&
        (types === undefined || types.includes(type)) &&
        !known.some((each) => each.types === undefined || each.types.includes(mqsc)),
    )
    t.deepEqual(settable, [])
  })
}

test('no two attributes of a queue or a channel have the same name for one type', (t) => {
  for (const [rows, types] of [
    [queueRows, Object.values(queueTypeNames)],
    [channelRows, Object.values(channelTypeNames)],
  ] as const) {
    for (const type of types) {
      const names = rows.filter((each) => each.types === undefined || each.types.includes(type)).map(({ name }) => name)
      t.deepEqual(names, [...new Set(names)])
    }
  }
})

for (const [text, addresses] of [
  ['', []],
  ['a.example', [{ host: 'a.example', port: 1414 }]],
  [
    'a(1),b (2)',
    [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
  ],
  ['[::1](1414)', [{ host: '::1', port: 1414 }]],
  ['a(b(c', [{ host: 'a(b(c' }]],
] as const) {
  test(`reads the connection name "${text}"`, (t) => {
    t.deepEqual(renderRow('sender.connection', 'CONNAME', text), addresses)
  })
}

for (const [text, addresses] of [
  ['', []],
  ['10.0.0.1', [{ host: '10.0.0.1' }]],
  ['(1415)', [{ port: 1415 }]],
  ['a b(1)', [{ host: 'a b(1)' }]],
  [
    'a(1,9),b(7)',
    [
      { host: 'a', portRange: { low: 1, high: 9 } },
      { host: 'b', port: 7 },
    ],
  ],
] as const) {
  test(`reads the local address "${text}"`, (t) => {
    t.deepEqual(renderRow('connectionManagement.localAddress', 'LOCLADDR', text), addresses)
  })
}

/** Returns what JSON shows of an attribute of a channel that has `text`. */
function renderRow(name: string, keyword: string, text: string): unknown {
  const row = channelRows.find((each) => each.name === name)
  return JSON.parse(JSON.stringify(row?.render(new Map([[keyword, text]]), {} as never)))
}
