import test from 'ava'
import type { StoreChange } from '../../../../../src/mq/manager/store/message-store.ts'
import { buildChangeValues, commitStatement } from '../../../../../src/mq/parts/database/store/commit-values.ts'
import { add, message } from '../../../manager/store/conformance.ts'

/** The parameters of `commit_2` after the fence and the two numbers of commits. */
const names = [
  ...['new_blocks', 'is_preserved', 'removed', 'backed_out', 'backout_counts'],
  ...['object_ids', 'kinds', 'names', 'types', 'attributes', 'created_at', 'altered_at'],
  ...['sequences', 'queues', 'lanes', 'expiries', 'lengths', 'body_files', 'positions'],
  ...['foreign_lengths', 'correlation_lengths', 'descriptor_lengths', 'body_lengths', 'bytes'],
]

function build(contents: Parameters<typeof buildChangeValues>[0]): Record<string, unknown> {
  const values = buildChangeValues(contents)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

const nothing = {
  new_blocks: null,
  is_preserved: false,
  removed: '{}',
  backed_out: [],
  backout_counts: [],
  object_ids: [],
  kinds: [],
  names: [],
  types: [],
  attributes: [],
  created_at: [],
  altered_at: [],
  sequences: '{}',
  queues: '{}',
  lanes: '{}',
  expiries: '{}',
  lengths: '{}',
  body_files: '{}',
  positions: '{}',
  foreign_lengths: '{}',
  correlation_lengths: '{}',
  descriptor_lengths: '{}',
  body_lengths: '{}',
  bytes: Buffer.alloc(0),
}

test('the statement has a parameter for each value', (t) => {
  const { name, text } = commitStatement('qm_a')
  const parameters = Array.from({ length: 3 + names.length }, (_, index) => `$${index + 1}`)
  t.deepEqual([name, text], ['commit', `SELECT qm_a.commit_2(${parameters.join(', ')}) AS outcome`])
  t.is(buildChangeValues({}).length, names.length)
})

test('a commit without contents changes nothing', (t) => {
  t.deepEqual(build({}), nothing)
  t.deepEqual(build({ changes: [] }), nothing)
})

test('blocks are set also to 0', (t) => {
  t.deepEqual(build({ blocks: 0 }), { ...nothing, new_blocks: 0 })
  t.deepEqual(build({ blocks: 5 }), { ...nothing, new_blocks: 5 })
})

test('removals and the last backout count of each message are listed', (t) => {
  const count = (sequence: number, backoutCount: number): StoreChange => ({
    type: 'setBackoutCount',
    sequence,
    backoutCount,
  })
  const changes: StoreChange[] = [
    ...[count(5, 1), { type: 'remove', sequence: 3 } as const, count(6, 1), count(5, 2)],
    { type: 'remove', sequence: 4 },
  ]
  t.deepEqual(build({ changes }), { ...nothing, removed: '{3,4}', backed_out: [5, 6], backout_counts: [2, 1] })
})

test('saved and removed objects are listed in their order, with whole milliseconds', (t) => {
  const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: { X: 1 } } as const
  const changes: StoreChange[] = [
    { type: 'saveObject', object: { id: 1, record: { ...record, created: 5.9, altered: 6.9 } } },
    { type: 'removeObject', id: 2 },
    { type: 'saveObject', object: { id: 3, record: { ...record, name: 'B', created: 7, altered: 8 } } },
  ]
  t.deepEqual(build({ changes }), {
    ...nothing,
    object_ids: [1, 2, 3],
    kinds: ['queue', null, 'queue'],
    names: ['A', null, 'B'],
    types: ['QLOCAL', null, 'QLOCAL'],
    attributes: ['{"X":1}', null, '{"X":1}'],
    created_at: [5, null, 7],
    altered_at: [6, null, 8],
  })
})

test('the bytes of added messages follow each other, counted from 1', (t) => {
  const [foreignId, correlationId] = [Buffer.from('FOREIGN'), Buffer.from('CORR')]
  const messages = [
    message(1),
    message(2, { lane: 9, foreignId, expiresAt: 50.5, length: 99, bodyFile: 'n.1' }),
    message(3, { correlationId }),
    message(4, { foreignId, correlationId }),
  ]
  const found = build({ changes: messages.map((each, index) => add(7 + index, each, `body ${index}`)) })
  const descriptor = JSON.stringify(message(1).descriptor)
  const size = descriptor.length + 6
  t.deepEqual(found, {
    ...nothing,
    sequences: '{1,2,3,4}',
    queues: '{7,8,9,10}',
    lanes: '{0,9,0,0}',
    expiries: '{NULL,50.5,NULL,NULL}',
    lengths: '{5,99,5,5}',
    body_files: '{NULL,n.1,NULL,NULL}',
    positions: `{1,${1 + size},${1 + 2 * size + 7},${1 + 3 * size + 11}}`,
    foreign_lengths: '{NULL,7,NULL,7}',
    correlation_lengths: '{NULL,NULL,4,4}',
    descriptor_lengths: `{${[1, 2, 3, 4].map(() => descriptor.length)}}`,
    body_lengths: '{6,6,6,6}',
    bytes: Buffer.from(
      [
        ...[descriptor, 'body 0', 'FOREIGN', descriptor, 'body 1'],
        ...['CORR', descriptor, 'body 2', 'FOREIGNCORR', descriptor, 'body 3'],
      ].join(''),
    ),
  })
})

test('descriptors are counted in bytes', (t) => {
  const descriptor = { ...message(1).descriptor, format: 'Grüße' }
  const bytes = Buffer.byteLength(JSON.stringify(descriptor))
  t.like(build({ changes: [add(7, message(1, { descriptor }), 'x')] }), { descriptor_lengths: `{${bytes}}` })
})

test('preserved messages are added to their own table', (t) => {
  const preserved = [{ queue: 7, message: message(1), body: Buffer.from('x') }]
  t.like(build({ preserved }), { is_preserved: true, sequences: '{1}', body_lengths: '{1}' })
  t.like(build({ preserved: [] }), { is_preserved: true, sequences: '{}' })
  t.like(build({ changes: [add(7, message(2))] }), { is_preserved: false, sequences: '{2}' })
})
