/**
 * Event messages: what happened to a queue manager and its queues, told to whoever monitors it, on SYSTEM.ADMIN.*.EVENT.
 *
 * Nobody waits for an event, and none is worth a failure: one that cannot be put is lost, as events are.
 */
import type { Delivery, Draft } from '../queues/delivery.ts'
import type { Queue } from '../queues/queue.ts'
import { reasons } from '../reasons.ts'
import type { AttributeValue, MqError } from '../types.ts'
import { commands, eventMessage, integerParameter, parameters, stringParameter } from './pcf.ts'

export interface EventTools {
  readonly manager: string
  readonly delivery: Pick<Delivery, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
  /** An attribute of the queue manager. */
  attribute(keyword: string): AttributeValue | undefined
}

export type DepthEvent = 'full' | 'high' | 'low'

/** Who did what was refused. */
export interface Actor {
  readonly user: string
  readonly application: string
}

const depthReasons = { full: reasons.MQRC_Q_FULL, high: 2224, low: 2225 } as const
const started = 2222 // MQRC_Q_MGR_ACTIVE
const ended = 2223 // MQRC_Q_MGR_NOT_ACTIVE
const failoverNotPermitted = 31 // MQRQ_FAILOVER_NOT_PERMITTED
const endings = { immediate: 5, controlled: 6 } as const // MQRQ_Q_MGR_STOPPING, MQRQ_Q_MGR_QUIESCING
const unix = 6 // MQAT_UNIX

/** The attribute of the queue manager by which each refusal of a call becomes an event. */
const refusals = new Map<number, 'AUTHOREV' | 'INHIBTEV' | 'LOCALEV' | 'REMOTEEV'>([
  [reasons.MQRC_NOT_AUTHORIZED, 'AUTHOREV'],
  [reasons.MQRC_GET_INHIBITED, 'INHIBTEV'],
  [reasons.MQRC_PUT_INHIBITED, 'INHIBTEV'],
  [reasons.MQRC_ALIAS_BASE_Q_TYPE_ERROR, 'LOCALEV'],
  [reasons.MQRC_UNKNOWN_ALIAS_BASE_Q, 'LOCALEV'],
  [reasons.MQRC_UNKNOWN_OBJECT_NAME, 'LOCALEV'],
  [reasons.MQRC_UNKNOWN_REMOTE_Q_MGR, 'REMOTEEV'],
  [reasons.MQRC_UNKNOWN_XMIT_Q, 'REMOTEEV'],
  [reasons.MQRC_UNKNOWN_DEF_XMIT_Q, 'REMOTEEV'],
  [reasons.MQRC_XMIT_Q_TYPE_ERROR, 'REMOTEEV'],
  [reasons.MQRC_XMIT_Q_USAGE_ERROR, 'REMOTEEV'],
  [reasons.MQRC_DEF_XMIT_Q_TYPE_ERROR, 'REMOTEEV'],
  [reasons.MQRC_DEF_XMIT_Q_USAGE_ERROR, 'REMOTEEV'],
  [reasons.MQRC_REMOTE_Q_NAME_ERROR, 'REMOTEEV'],
])

export class Events {
  readonly #tools: EventTools

  constructor(tools: EventTools) {
    this.#tools = tools
  }

  started(): void {
    if (!this.#isWanted('STRSTPEV')) return
    this.#tellManager(started, [integerParameter(parameters.reasonQualifier, failoverNotPermitted)])
  }

  /** An end by force tells nothing. */
  ending(mode: keyof typeof endings): void {
    if (!this.#isWanted('STRSTPEV')) return
    this.#tellManager(ended, [integerParameter(parameters.reasonQualifier, endings[mode])])
  }

  /** A call on a connection was refused; `connecting` when it was the connection itself. */
  refused({ reasonCode, object = '' }: MqError, { user, application }: Actor, connecting = false): void {
    const attribute = refusals.get(reasonCode)
    if (!attribute || !this.#isWanted(attribute)) return

    const [connectNotAuthorized, openNotAuthorized] = [1, 2] // MQRQ_CONN_NOT_AUTHORIZED, MQRQ_OPEN_NOT_AUTHORIZED
    const qualifier = connecting ? connectNotAuthorized : openNotAuthorized
    this.#tellManager(reasonCode, [
      ...(attribute === 'AUTHOREV'
        ? [
            integerParameter(parameters.reasonQualifier, qualifier),
            stringParameter(parameters.user, user, 12),
          ]
        : []),
      integerParameter(parameters.applicationType, unix),
      stringParameter(parameters.applicationName, application, 28),
      ...(connecting ? [] : [stringParameter(parameters.queue, object, 48)]),
    ])
  }

  /** A limit of a queue's depth was met. False when nobody wants to know. */
  depth(queue: Queue, event: DepthEvent): boolean {
    if (!this.#isWanted('PERFMEV')) return false
    const { seconds, high, puts, gets } = queue.activity.sinceEvent()
    this.#put('SYSTEM.ADMIN.PERFM.EVENT', commands.performanceEvent, depthReasons[event], [
      stringParameter(parameters.queueManager, this.#tools.manager, 48),
      stringParameter(parameters.baseObject, queue.name, 48),
      integerParameter(parameters.timeSinceReset, seconds),
      integerParameter(parameters.highDepth, high),
      integerParameter(parameters.putCount, puts),
      integerParameter(parameters.getCount, gets),
    ])
    return true
  }

  #isWanted(attribute: string): boolean {
    return this.#tools.attribute(attribute) === 'ENABLED'
  }

  #tellManager(reasonCode: number, more: readonly Buffer[]): void {
    const manager = stringParameter(parameters.queueManager, this.#tools.manager, 48)
    this.#put('SYSTEM.ADMIN.QMGR.EVENT', commands.queueManagerEvent, reasonCode, [manager, ...more])
  }

  #put(name: string, command: number, reasonCode: number, more: readonly Buffer[]): void {
    const { manager, delivery, clock, find } = this.#tools
    const queue = find(name)
    if (!queue) return
    const { defaultPersistent: persistent, defaultPriority: priority } = queue.settings
    const draft: Draft = {
      ...{ persistent, messageId: undefined, correlationId: undefined, expiresAt: undefined },
      body: eventMessage(command, reasonCode, more),
      descriptor: {
        ...{ format: 'MQEVENT', priority, putAt: clock(), userId: 'mqm', applicationName: manager },
        ...{ ccsid: 1208, backoutCount: 0 },
      },
    }
    delivery.put([{ queue, draft }]).catch(() => undefined)
  }
}
