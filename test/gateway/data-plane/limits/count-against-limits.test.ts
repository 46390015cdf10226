import { randomUUID } from 'node:crypto'
import test from 'ava'
import { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import {
  type CountedCall,
  type CountedLimit,
  countAgainstLimits,
} from '../../../../src/gateway/data-plane/limits/count-against-limits.ts'
import { location } from '../_support/documents.ts'

const start = 1_699_999_200_000 // the start of an hour

/** A call that is counted at a time, after checks of two hours. */
function callAt(now: number, rejectsUncounted = false) {
  const errors: object[] = []
  const deps = { rejectsUncounted, clock: () => now, log: { error: (fields: object) => errors.push(fields) } }
  const call = { id: 'r-1', startedAt: now - 7_200_000, deps, route: {}, caller: {}, limits: {}, outcome: {} }
  return { call: call as unknown as CountedCall, errors }
}

const error = new GatewayError('rate_limit', { location })

/** A limit of two calls an hour whose count is `used`, at once or later. */
function limitWith(used: number | Promise<number>, extra: Partial<CountedLimit> = {}) {
  const added: object[] = []
  const limit: CountedLimit = {
    limit: { name: 'default', kind: 'rate', calls: 2, intervalSeconds: 3600, hard: true, location },
    maxCalls: 2,
    weight: 1,
    error,
    countKey: () => 'key',
    headerTexts: { kind: 'rate', name: '', limit: '', policy: '', state: randomUUID() },
    counter: {
      add(key, addition) {
        added.push({ key, ...addition })
        return used
      },
    },
    ...extra,
  }
  return { limit, added }
}

for (const [passedMs, secondsLeft] of [
  [0, 3600],
  [1, 3600],
  [1000, 3599],
  [3_598_999, 2],
  [3_599_000, 1],
  [3_599_999, 1],
] as const) {
  test(`${passedMs} ms after the start of an hour, ${secondsLeft} s of its window are left`, (t) => {
    const { call } = callAt(start + passedMs)
    const { limit, added } = limitWith(3, { weight: 5 })
    t.is(countAgainstLimits(call, [limit]), error)
    t.is(call.limits.retryAfterSeconds, secondsLeft)
    t.like(call.limits.shown, [{ secondsLeft, remaining: 0 }] as never)
    const addition = { amount: 5, now: start + passedMs, endsAt: start + 3_600_000, limit: 2 }
    t.deepEqual(added, [{ key: 'key', ...addition }])
  })
}

for (const isLate of [false, true]) {
  const when = isLate ? 'later' : 'at once'
  const used = (count: number) => (isLate ? Promise.resolve(count) : count)

  test(`counts against all limits in order, with counts that are known ${when}`, async (t) => {
    const { call } = callAt(start)
    const all = [limitWith(used(2)), limitWith(used(1)), limitWith(used(2))]
    t.is(
      await countAgainstLimits(
        call,
        all.map(({ limit }) => limit),
      ),
      undefined,
    )
    t.deepEqual(
      all.map(({ added }) => added.length),
      [1, 1, 1],
    )
    t.deepEqual(
      call.limits.shown?.map(({ remaining }) => remaining),
      [0, 1, 0],
    )
  })

  test(`the first limit that is exceeded rejects the call, with counts that are known ${when}`, async (t) => {
    const { call } = callAt(start)
    const all = [limitWith(used(2)), limitWith(used(3)), limitWith(used(1))]
    t.is(
      await countAgainstLimits(
        call,
        all.map(({ limit }) => limit),
      ),
      error,
    )
    t.deepEqual(
      all.map(({ added }) => added.length),
      [1, 1, 0],
    )
    t.is(call.outcome.detail, 'rate limit "default": 3 of 2 calls')
  })
}

test('a limit without an error lets calls pass', (t) => {
  const { call } = callAt(start)
  t.is(countAgainstLimits(call, [limitWith(3, { error: undefined }).limit]), undefined)
  t.is(call.limits.retryAfterSeconds, undefined)
})

test('a call names the soft limits that it exceeds', (t) => {
  const { call } = callAt(start)
  const soft = (used: number) => limitWith(used, { error: undefined }).limit
  countAgainstLimits(call, [soft(2), limitWith(2).limit])
  t.is(call.limits.exceeded, undefined)
  countAgainstLimits(call, [soft(3), soft(4)])
  t.is(call.limits.exceeded, 'rate limit "default", rate limit "default"')
})

for (const rejectsUncounted of [false, true]) {
  test(`a call that cannot be counted ${rejectsUncounted ? 'is rejected' : 'passes'}`, async (t) => {
    const { call, errors } = callAt(start, rejectsUncounted)
    const outcome = await countAgainstLimits(call, [limitWith(Promise.reject(new Error('no room'))).limit])
    t.is((outcome as GatewayError | undefined)?.reason, rejectsUncounted ? 'limits_unavailable' : undefined)
    t.is(call.outcome.detail, rejectsUncounted ? 'no room' : undefined)
    t.is(errors.length, rejectsUncounted ? 0 : 1)
  })
}
