import test from 'ava'
import { QueueAdmission } from '../../../../src/mq/manager/queues/queue-admission.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'

const attributes = { PUT: 'ENABLED', GET: 'ENABLED', MAXDEPTH: 3, MAXMSGL: 100 }

function admit(changed: Partial<typeof attributes> = {}, messages = 0) {
  const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: { ...attributes, ...changed } }
  return { admission: new TestedAdmission(record as unknown as ObjectRecord, messages) }
}

class TestedAdmission extends QueueAdmission {
  readonly depth: number

  constructor(record: ObjectRecord, depth: number) {
    super(record)
    this.depth = depth
  }

  override setDeleted(isDeleted: boolean): void {
    super.setDeleted(isDeleted)
  }
}

/** Returns the reason code of a call, or 0 when it succeeds. */
function reasonOf(call: () => void): number {
  try {
    call()
    return 0
  } catch (error) {
    return (error as MqError).reasonCode
  }
}

for (const [title, changed, length, reason] of [
  ['a message of MAXMSGL bytes', {}, 100, 0],
  ['a message that is longer than MAXMSGL', {}, 101, 2030],
  ['an empty message', {}, 0, 0],
  ['a message for a queue with PUT(DISABLED)', { PUT: 'DISABLED' }, 1, 2051],
  ['a message for a queue with GET(DISABLED)', { GET: 'DISABLED' }, 1, 0],
] as const) {
  test(`${title} is ${reason === 0 ? 'accepted' : `rejected with ${reason}`}`, (t) => {
    const { admission } = admit(changed)
    t.is(
      reasonOf(() => admission.checkPut(length)),
      reason,
    )
  })
}

test('each error names the queue', (t) => {
  const full = admit({}, 3).admission
  const inhibited = admit({ PUT: 'DISABLED', GET: 'DISABLED' }).admission
  const deleted = admit().admission
  deleted.setDeleted(true)
  for (const call of [
    () => full.checkPut(101),
    () => full.checkPut(1),
    () => inhibited.checkPut(1),
    () => inhibited.checkGet(),
    () => deleted.checkOpen(),
  ])
    t.is(t.throws(call, { instanceOf: MqError }).object, 'A')
})

test('messages and reserved places count towards MAXDEPTH', (t) => {
  const { admission } = admit({}, 1)
  const reserve = () => reasonOf(() => admission.reservePut(1))
  t.deepEqual([reserve(), reserve(), reserve(), admission.reservedCount], [0, 0, 2053, 2])
  admission.cancelPut()
  t.is(reserve(), 0)
})

test('a get needs GET(ENABLED), and a deleted queue accepts no call', (t) => {
  const { admission } = admit({ PUT: 'DISABLED' })
  const get = () => reasonOf(() => admission.checkGet())
  t.is(get(), 0)
  admission.setDeleted(true)
  t.deepEqual([get(), reasonOf(() => admission.checkPut(1)), reasonOf(() => admission.checkOpen())], [2052, 2052, 2052])
  admission.setDeleted(false)
  t.is(get(), 0)
  t.is(
    reasonOf(() => admit({ GET: 'DISABLED' }).admission.checkGet()),
    2016,
  )
})
