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
    serviceInterval: undefined,
    initiationQueue: '',
    streamQueue: '',
    mustStream: false,
    maxExpiryMs: undefined,
    depthLimits: { high: 4000, low: 1000, events: [] },
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

test('depth limits are shares of MAXDEPTH in percent', (t) => {
  t.deepEqual(read({ MAXDEPTH: 200, QDEPTHHI: 75, QDEPTHLO: 5, QDPHIEV: 'ENABLED' }).depthLimits, {
    high: 150,
    low: 10,
    events: ['high'],
  })
})

test('NPMCLASS(HIGH) does not preserve messages of temporary dynamic queues', (t) => {
  t.true(read({ NPMCLASS: 'HIGH' }).preservesNonPersistent)
  t.like(read({ NPMCLASS: 'HIGH', DEFTYPE: 'TEMPDYN' }), { preservesNonPersistent: false, isTemporary: true })
})

test('a service interval needs QSVCIEV(HIGH) or QSVCIEV(OK)', (t) => {
  t.like(read({ QSVCIEV: 'HIGH', QSVCINT: 50 }).serviceInterval, { event: 'serviceIntervalHigh' })
  t.like(read({ QSVCIEV: 'OK', QSVCINT: 50 }).serviceInterval, { event: 'serviceIntervalOk' })
  t.is(read({ QSVCIEV: 'NONE', QSVCINT: 50 }).serviceInterval, undefined)
})

test('a service interval without QSVCINT is the longest one, and its event is that of QSVCIEV', (t) => {
  t.deepEqual(read({ QSVCIEV: 'OK' }).serviceInterval, { milliseconds: 999_999_999, event: 'serviceIntervalOk' })
})

test('each depth event has its own switch', (t) => {
  const enabled = 'ENABLED'
  t.deepEqual(read({ QDPMAXEV: enabled }).depthLimits.events, ['full'])
  t.deepEqual(read({ QDPLOEV: enabled }).depthLimits.events, ['low'])
  t.deepEqual(read({ QDPMAXEV: enabled, QDPHIEV: enabled, QDPLOEV: enabled }).depthLimits.events, [
    ...['full', 'high', 'low'],
  ])
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
