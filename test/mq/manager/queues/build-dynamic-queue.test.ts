import test from 'ava'
import { buildDynamicQueue } from '../../../../src/mq/manager/queues/build-dynamic-queue.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'

const model: ObjectRecord = {
  kind: 'queue',
  name: 'MODEL',
  type: 'QMODEL',
  attributes: { MAXDEPTH: 9 },
  created: 1,
  altered: 1,
}

test('a trailing asterisk is replaced by a random suffix', (t) => {
  const { name, type, attributes } = buildDynamicQueue(model, 'REPLY.*', 5)
  t.regex(name, /^REPLY\.[0-9A-F]{16}$/)
  t.is(type, 'QLOCAL')
  t.is(attributes.MAXDEPTH, 9)
  t.not(buildDynamicQueue(model, 'REPLY.*', 5).name, name)
  t.is(buildDynamicQueue(model, 'REPLY', 5).name, 'REPLY')
})

for (const pattern of ['A B', 'A*B', '', `${'A'.repeat(33)}*`, 'A'.repeat(49)]) {
  test(`rejects the name "${pattern}" with reason code 2011`, (t) => {
    const error = t.throws(() => buildDynamicQueue(model, pattern, 5), { instanceOf: MqError })
    t.is(error.reasonCode, 2011)
  })
}

test('takes names of 48 characters, and only a model queue', (t) => {
  t.is(buildDynamicQueue(model, `${'A'.repeat(32)}*`, 5).name.length, 48)
  const error = t.throws(() => buildDynamicQueue({ ...model, type: 'QLOCAL' }, 'A', 5), { instanceOf: MqError })
  t.is(error.reasonCode, 2057)
})
