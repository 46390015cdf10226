import test from 'ava'

import { readQueueSettings } from '../../../src/qm/queues/queue-settings.ts'
import type { ObjectRecord } from '../../../src/qm/types/services.ts'

const read = (attributes: ObjectRecord['attributes']) =>
  readQueueSettings({ kind: 'queue', name: 'A', type: 'QLOCAL', attributes, created: 1, altered: 1 })

test('attributes that a queue does not have take their defaults', (t) => {
  t.like(read({}), {
    ...{ putEnabled: true, getEnabled: true, maxDepth: 5000, maxMessageBytes: 4_194_304 },
    ...{ deliversByPriority: true, defaultPriority: 0, defaultPersistent: false },
    ...{ isTransmissionQueue: false, hardensBackoutCount: true, preservesNonPersistent: false },
    ...{ isShareable: true, isExclusiveByDefault: false, isTemporary: false, isTriggered: false },
    ...{ serviceInterval: undefined, initiationQueue: '', streamQueue: '', mustStream: false },
    maxExpiryMs: undefined,
    depthLimits: { high: 4000, low: 1000, events: [] },
  })
})

test('attributes that are set count', (t) => {
  const switches = { PUT: 'DISABLED', GET: 'DISABLED', MSGDLVSQ: 'FIFO', DEFPSIST: 'YES', USAGE: 'XMITQ' }
  const others = { HARDENBO: 'NO', SHARE: 'NO', DEFSOPT: 'EXCL', TRIGGER: 'YES', STRMQOS: 'MUSTDUP' }
  t.like(read({ ...switches, ...others, CAPEXPRY: 7 }), {
    ...{ putEnabled: false, getEnabled: false, deliversByPriority: false, defaultPersistent: true },
    ...{ isTransmissionQueue: true, hardensBackoutCount: false, isShareable: false },
    ...{ isExclusiveByDefault: true, isTriggered: true, mustStream: true, maxExpiryMs: 700 },
  })
})

test('depth limits are shares of MAXDEPTH in percent', (t) => {
  t.deepEqual(read({ MAXDEPTH: 200, QDEPTHHI: 75, QDEPTHLO: 5, QDPHIEV: 'ENABLED' }).depthLimits, {
    ...{ high: 150, low: 10, events: ['high'] },
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
