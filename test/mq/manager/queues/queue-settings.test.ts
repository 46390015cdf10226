import test from 'ava'
import { isExclusiveInput, priorityLane, readQueueSettings } from '../../../../src/mq/manager/queues/queue-settings.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'

const read = (attributes: ObjectRecord['attributes']) =>
  readQueueSettings({ kind: 'queue', name: 'A', type: 'QLOCAL', attributes, created: 1, altered: 1 })

test('attributes that a queue does not have take their defaults', (t) => {
  t.like(read({}), {
    putEnabled: true,
    getEnabled: true,
    maxDepth: 5000,
    maxMessageBytes: 4_194_304,
    deliversByPriority: true,
    defaultPriority: 0,
    defaultPersistent: false,
    isTransmissionQueue: false,
    hardensBackoutCount: true,
    preservesNonPersistent: false,
    isShareable: true,
    isExclusiveByDefault: false,
    isTemporary: false,
    isTriggered: false,
    initiationQueue: '',
    streamQueue: '',
    mustStream: false,
    maxExpiryMs: undefined,
  })
})

test('attributes that are set count', (t) => {
  const switches = { PUT: 'DISABLED', GET: 'DISABLED', MSGDLVSQ: 'FIFO', DEFPSIST: 'YES', USAGE: 'XMITQ' }
  const others = { HARDENBO: 'NO', SHARE: 'NO', DEFSOPT: 'EXCL', TRIGGER: 'YES', STRMQOS: 'MUSTDUP' }
  t.like(read({ ...switches, ...others, CAPEXPRY: 7 }), {
    putEnabled: false,
    getEnabled: false,
    deliversByPriority: false,
    defaultPersistent: true,
    isTransmissionQueue: true,
    hardensBackoutCount: false,
    isShareable: false,
    isExclusiveByDefault: true,
    isTriggered: true,
    mustStream: true,
    maxExpiryMs: 700,
  })
})

test('NPMCLASS(HIGH) does not preserve messages of temporary dynamic queues', (t) => {
  t.true(read({ NPMCLASS: 'HIGH' }).preservesNonPersistent)
  t.like(read({ NPMCLASS: 'HIGH', DEFTYPE: 'TEMPDYN' }), { preservesNonPersistent: false, isTemporary: true })
})

for (const [attributes, asQueueDefault, shared] of [
  [{}, false, false],
  [{ DEFSOPT: 'EXCL' }, true, false],
  [{ SHARE: 'NO' }, true, true],
  [{ SHARE: 'NO', DEFSOPT: 'EXCL' }, true, true],
] as const)
  test(`input of a queue with ${JSON.stringify(attributes)} is exclusive when it must be`, (t) => {
    const settings = read(attributes)
    t.is(isExclusiveInput(settings, 'asQueueDefault'), asQueueDefault)
    t.is(isExclusiveInput(settings, 'shared'), shared)
    t.true(isExclusiveInput(settings, 'exclusive'))
  })

test('higher priorities are delivered first, unless the queue is FIFO', (t) => {
  const lanes = (attributes: ObjectRecord['attributes']) =>
    [0, 4, 9].map((priority) => priorityLane(read(attributes), priority))
  t.deepEqual(lanes({}), [9, 5, 0])
  t.deepEqual(lanes({ MSGDLVSQ: 'FIFO' }), [9, 9, 9])
  t.deepEqual(lanes({ MSGDLVSQ: 'FIFO', DEFPRTY: 3 }), [6, 6, 6])
})
