/**
 * Puts event messages about the queue manager and its queues on the SYSTEM.ADMIN.*.EVENT queues.
 *
 * Events are put in the background. An event that cannot be put is lost without an error.
 */
import type { MessageDraft, MessagePersistence } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'
import type { DepthEvent } from '../queues/queue-settings.ts'
import type { AttributeValue, MqError } from '../types/queue-manager.ts'
import { reasonCodes } from '../types/reason-codes.ts'
import {
  encodeEventMessage,
  encodeIntegerParameter,
  encodeStringParameter,
  pcfCommands,
  pcfParameters,
} from './pcf.ts'

export interface EventDeps {
  readonly manager: string
  readonly delivery: Pick<MessagePersistence, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

/** The user and application whose call was rejected. */
export interface EventActor {
  readonly user: string
  readonly application: string
}

const depthReasons = { full: reasonCodes.MQRC_Q_FULL, high: 2224, low: 2225 } as const
const started = 2222 // MQRC_Q_MGR_ACTIVE
const ended = 2223 // MQRC_Q_MGR_NOT_ACTIVE
const failoverNotPermitted = 31 // MQRQ_FAILOVER_NOT_PERMITTED
const endings = { immediate: 5, controlled: 6 } as const // MQRQ_Q_MGR_STOPPING, MQRQ_Q_MGR_QUIESCING
const unix = 6 // MQAT_UNIX

/** The queue manager attribute that enables the event, by the reason code of the rejected call. */
const eventAttributesByReason = new Map<number, 'AUTHOREV' | 'INHIBTEV' | 'LOCALEV' | 'REMOTEEV'>([
  [reasonCodes.MQRC_NOT_AUTHORIZED, 'AUTHOREV'],
  [reasonCodes.MQRC_GET_INHIBITED, 'INHIBTEV'],
  [reasonCodes.MQRC_PUT_INHIBITED, 'INHIBTEV'],
  [reasonCodes.MQRC_ALIAS_BASE_Q_TYPE_ERROR, 'LOCALEV'],
  [reasonCodes.MQRC_UNKNOWN_ALIAS_BASE_Q, 'LOCALEV'],
  [reasonCodes.MQRC_UNKNOWN_OBJECT_NAME, 'LOCALEV'],
  [reasonCodes.MQRC_UNKNOWN_REMOTE_Q_MGR, 'REMOTEEV'],
  [reasonCodes.MQRC_UNKNOWN_XMIT_Q, 'REMOTEEV'],
  [reasonCodes.MQRC_UNKNOWN_DEF_XMIT_Q, 'REMOTEEV'],
  [reasonCodes.MQRC_XMIT_Q_TYPE_ERROR, 'REMOTEEV'],
  [reasonCodes.MQRC_XMIT_Q_USAGE_ERROR, 'REMOTEEV'],
  [reasonCodes.MQRC_DEF_XMIT_Q_TYPE_ERROR, 'REMOTEEV'],
  [reasonCodes.MQRC_DEF_XMIT_Q_USAGE_ERROR, 'REMOTEEV'],
  [reasonCodes.MQRC_REMOTE_Q_NAME_ERROR, 'REMOTEEV'],
])

export class EventPublisher {
  readonly #tools: EventDeps

  constructor(tools: EventDeps) {
    this.#tools = tools
  }

  publishStart(): void {
    if (!this.isEnabled('STRSTPEV')) return
    this.#tellManager(started, [encodeIntegerParameter(pcfParameters.reasonQualifier, failoverNotPermitted)])
  }

  /** Publishes the end of the queue manager. A preemptive end publishes no event. */
  publishEnd(mode: keyof typeof endings): void {
    if (!this.isEnabled('STRSTPEV')) return
    this.#tellManager(ended, [encodeIntegerParameter(pcfParameters.reasonQualifier, endings[mode])])
  }

  /** Publishes a rejected call. `connecting` is true when the connection itself was rejected. */
  publishRejection(
    { reasonCode, object = '' }: MqError,
    { user, application }: EventActor,
    connecting = false,
  ): void {
    const attribute = eventAttributesByReason.get(reasonCode)
    if (!attribute || !this.isEnabled(attribute)) return

    const [connectNotAuthorized, openNotAuthorized] = [1, 2] // MQRQ_CONN_NOT_AUTHORIZED, MQRQ_OPEN_NOT_AUTHORIZED
    const qualifier = connecting ? connectNotAuthorized : openNotAuthorized
    this.#tellManager(reasonCode, [
      ...(attribute === 'AUTHOREV'
        ? [
            encodeIntegerParameter(pcfParameters.reasonQualifier, qualifier),
            encodeStringParameter(pcfParameters.user, user, 12),
          ]
        : []),
      encodeIntegerParameter(pcfParameters.applicationType, unix),
      encodeStringParameter(pcfParameters.applicationName, application, 28),
      ...(connecting ? [] : [encodeStringParameter(pcfParameters.queue, object, 48)]),
    ])
  }

  /** Publishes a queue depth event. Returns false when PERFMEV is disabled. */
  publishDepthEvent(queue: Queue, event: DepthEvent): boolean {
    if (!this.isEnabled('PERFMEV')) return false
    const { seconds, high, puts, gets } = queue.activity.countsSinceEvent()
    this.put('SYSTEM.ADMIN.PERFM.EVENT', pcfCommands.performanceEvent, depthReasons[event], [
      encodeStringParameter(pcfParameters.queueManager, this.#tools.manager, 48),
      encodeStringParameter(pcfParameters.baseObject, queue.name, 48),
      encodeIntegerParameter(pcfParameters.timeSinceReset, seconds),
      encodeIntegerParameter(pcfParameters.highDepth, high),
      encodeIntegerParameter(pcfParameters.putCount, puts),
      encodeIntegerParameter(pcfParameters.getCount, gets),
    ])
    return true
  }

  get manager(): string {
    return this.#tools.manager
  }

  /** Returns the value of an attribute of the queue manager that switches events. */
  readSwitch(attribute: string): AttributeValue | undefined {
    return this.#tools.attribute(attribute)
  }

  isEnabled(attribute: string): boolean {
    return this.readSwitch(attribute) === 'ENABLED'
  }

  #tellManager(reasonCode: number, more: readonly Buffer[]): void {
    const manager = encodeStringParameter(pcfParameters.queueManager, this.#tools.manager, 48)
    this.put('SYSTEM.ADMIN.QMGR.EVENT', pcfCommands.queueManagerEvent, reasonCode, [manager, ...more])
  }

  /** Puts an event message in the background. */
  put(
    name: string,
    command: number,
    reasonCode: number,
    more: readonly Buffer[],
    part?: { sequence: number; isLast: boolean },
  ): void {
    const { manager, delivery, clock, find } = this.#tools
    const queue = find(name)
    if (!queue) return
    const { defaultPersistent: persistent, defaultPriority: priority } = queue.settings
    const draft: MessageDraft = {
      ...{ persistent, messageId: undefined, correlationId: undefined, expiresAt: undefined },
      body: encodeEventMessage(command, reasonCode, more, part),
      descriptor: {
        ...{ format: 'MQEVENT', priority, putAt: clock(), userId: 'mqm', applicationName: manager },
        ...{ ccsid: 1208, backoutCount: 0 },
      },
    }
    delivery.put([{ queue, draft }]).catch(() => undefined)
  }
}
