/**
 * The limits of a plan on messages and bytes that calls move to and from queues and topics: of puts, batches, gets, browses,
 * leases and streams. A call that begins within the limits is served whole; a stream ends when they are used up.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { findWindowEnd } from '../../../shared/lib/time/count-window.ts'
import type { Operation, Plan } from '../../config/types/index.ts'
import { listMessageActions } from '../../contract/access/message-operations.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { findHeader } from '../message/headers.ts'
import { passOrReject } from './count-against-limits.ts'
import type { LimitCounters } from './limit-counters.ts'
import { buildCallPlanKey, buildLimitCountKey, findEffectiveLimits, type PlanPartLimit } from './plan-limits.ts'

type EventualCounter = LimitCounters['eventual']

/** Returns the step that rejects calls when a limit is used up, and counts what the others move. */
export function buildMessageLimitStep({ eventual }: Pick<LimitCounters, 'eventual'>): CallStep {
  const plans = new WeakMap<Plan, Map<Operation, readonly PlanPartLimit[]>>()

  function limitsOf(plan: Plan, reference: string, operation: Operation): readonly PlanPartLimit[] {
    const operations = getOrCreate(plans, plan, () => new Map<Operation, readonly PlanPartLimit[]>())
    return getOrCreate(operations, operation, () => {
      const all = listMessageActions(operation).length > 0 ? findEffectiveLimits(plan, reference, operation, kinds) : []
      return all.filter(({ limit }) => limit.calls !== undefined)
    })
  }

  return function withinMessageLimits(call) {
    const { entitlement } = call.caller
    if (!entitlement) return undefined
    const limits = limitsOf(entitlement.plan, call.route.requireApi().reference, call.route.requireEndpoint().operation)
    if (limits.length === 0) return undefined
    const meter = new MessageMeter(call, limits, eventual)
    const { leave } = call.limits
    call.limits.messages = meter
    call.limits.leave = () => {
      meter.countResponse()
      leave?.()
    }
    return meter.check()
  }
}

const kinds = ['message', 'byte'] as const
/** The line with which each event of a stream begins that has a message. */
const eventLine = '\nevent: message\n'
const replayed = 'idempotent-replayed'

/** Counts the messages and bytes of a call. */
class MessageMeter {
  readonly #call: Call
  readonly #limits: readonly (PlanPartLimit & { key: string })[]
  readonly #counter: EventualCounter
  /** The end of the last part of a stream, in which an event may have begun. */
  #tail = '\n'
  #isStream = false
  counted = { message: 0, byte: 0 }

  constructor(call: Call, limits: readonly PlanPartLimit[], counter: EventualCounter) {
    const [plan, application] = [buildCallPlanKey(call), call.caller.requireClient().application.name]
    this.#call = call
    this.#limits = limits.map((each) => ({ ...each, key: buildLimitCountKey(plan, application, each) }))
    this.#counter = counter
  }

  /** Returns the error of the first limit that is used up. */
  check(): ReturnType<CallStep> {
    const used = this.#add({ message: 0, byte: 0 })
    if (!used.some((each) => each instanceof Promise)) return this.#reject(used as number[])
    return Promise.all(used).then(
      (settled) => this.#reject(settled),
      (error) => passOrReject(this.#call, error),
    )
  }

  /** Counts a part of a stream of events. Resolves with whether a limit is used up. */
  async countEvents(chunk: Buffer): Promise<boolean> {
    this.#isStream = true
    const text = this.#tail + chunk.toString('latin1')
    this.#tail = text.slice(1 - eventLine.length)
    const used = await Promise.all(this.#add({ message: text.split(eventLine).length - 1, byte: chunk.length }))
    return this.#findUsedUp(used) !== undefined
  }

  /** Counts what a call has moved that is not a stream. */
  countResponse(): void {
    const { response, message, request, outcome } = this.#call
    const isServed = response.statusCode === 200 || response.statusCode === 201
    if (this.#isStream || !isServed || findHeader(message.readableHeaders, replayed)) return
    const messages = Number(findHeader(message.readableHeaders, 'sluice-messages') ?? 1)
    const sent = Number(
      request.headers['content-length'] ?? findHeader(message.readableHeaders, 'sluice-message-bytes') ?? 0,
    )
    const isPut = listMessageActions(this.#call.route.requireEndpoint().operation).includes('send')
    for (const each of this.#add({ message: messages, byte: isPut ? sent : outcome.bytesSent }))
      if (each instanceof Promise)
        each.catch((error) => this.#call.deps.log.error({ err: error }, 'messages are not counted'))
  }

  #add(amounts: typeof this.counted): (number | Promise<number>)[] {
    const now = this.#call.deps.clock()
    this.counted.message += amounts.message
    this.counted.byte += amounts.byte
    return this.#limits.map(({ limit: { kind, calls = 0, intervalSeconds }, key }) => {
      const amount = amounts[kind as (typeof kinds)[number]]
      return this.#counter.add(key, { amount, now, endsAt: findWindowEnd(intervalSeconds, now), limit: calls })
    })
  }

  #reject(used: readonly number[]): CallStepResult {
    const found = this.#findUsedUp(used)
    if (!found) return undefined
    const { limit, count } = found
    const { kind, name, calls, location, intervalSeconds } = limit
    const { limits, outcome, deps } = this.#call
    const now = deps.clock()
    limits.retryAfterSeconds = Math.ceil((findWindowEnd(intervalSeconds, now) - now) / 1_000)
    outcome.detail = `${kind} limit "${name}": ${count} of ${calls} ${kind}s`
    return new GatewayError('rate_limit', { location })
  }

  #findUsedUp(used: readonly number[]) {
    const index = this.#limits.findIndex(({ limit }, position) => (used[position] ?? 0) >= (limit.calls ?? 0))
    const limit = this.#limits[index]?.limit
    return limit && { limit, count: used[index] ?? 0 }
  }
}
