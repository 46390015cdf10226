import test from 'ava'
import { readMonitor } from '../../../../../src/mq/parts/file-transfer/rest/transfer-body.ts'

const originator = { host: 'localhost', userId: 'alice', mqmdUserId: 'alice' }
const agent = (name: string) => ({ name, qmgrName: 'QM1' })
const item = { source: { name: '/in/a' }, destination: { name: '/out/a' } }
const transferDefinition = {
  sourceAgent: agent('A1'),
  destinationAgent: agent('A2'),
  transferSet: { item: [item] },
  userProperties: { from: 'transfer' },
}
const body = { name: 'watch', resource: { name: '/in' }, transferDefinition }

test('a monitor with the required members gets the defaults of the product', (t) => {
  const read = readMonitor({ ...body, userProperties: { from: 'monitor', by: 'monitor' } }, originator)
  t.is(read.agent, 'A1')
  const { task, ...definition } = read.definition
  t.like(definition, {
    type: 'directory',
    resource: '/in',
    trigger: { type: 'matchAll' },
    pollInterval: 1,
    pollUnit: 'minutes',
    matchesPerTask: 2,
    recursionLevel: 1,
    pattern: { syntax: 'wildcard', include: '', exclude: '' },
  })
  t.deepEqual(task.metadata, { from: 'transfer', by: 'monitor' })
  t.like(task.items[0], { mode: 'binary', checksum: 'md5', source: { type: 'file', disposition: 'leave' } })
})

test('the size of a trigger is in its unit', (t) => {
  const triggerCondition = { type: 'sizeGreaterOrEqualTo', fileSize: 2, fileSizeUnit: 'KB' }
  const { trigger } = readMonitor({ ...body, triggerCondition }, originator).definition
  t.deepEqual(trigger, { type: 'sizeGreaterOrEqualTo', bytes: 2048 })
})

for (const [what, change, message] of [
  [
    'a trigger of folders at a queue',
    { type: 'queue', triggerCondition: { type: 'matchAll' } },
    /one of queueNotEmpty/,
  ],
  ['another agent', { agentName: 'A3' }, /'transferDefinition\.sourceAgent\.name'.*A3/],
  ['an unknown member', { triggerCondition: { types: 'matchAll' } }, /MQWB0014E.*triggerCondition\.types/],
  ['no resource', { resource: undefined }, /MQWB0016E.*'resource'/],
  [
    'a program to call',
    { transferDefinition: { ...transferDefinition, transferSet: { item: [item], postSourceCall: { name: 'x' } } } },
    /'transferDefinition\.transferSet\.postSourceCall'.*agents call no programs/,
  ],
  [
    'a queue from a queue',
    {
      transferDefinition: {
        ...transferDefinition,
        transferSet: { item: [{ source: { name: 'Q1', type: 'queue' }, destination: { name: 'Q2', type: 'queue' } }] },
      },
    },
    /'transferDefinition\.transferSet\.item\[0\]\.destination\.type'.*a source queue needs a file/,
  ],
] as const) {
  test(`a monitor with ${what} is rejected`, (t) => {
    t.throws(() => readMonitor({ ...body, ...change }, originator), { message })
  })
}
