/**
 * Publishes events: puts event messages on the SYSTEM.ADMIN.*.EVENT queues, if the queue manager's attributes say so.
 * Performance events say that a queue is full, reached a depth limit, or was or was not served within its service interval.
 */
import { encodePcfMessage, type PcfParameters } from '../pcf/encode.ts'
import type { PcfCommand } from '../pcf/names.ts'
import type { Queue } from '../queues/queue.ts'
import type { QueueEvent } from '../queues/queue-settings.ts'
import type { AttributeValue } from '../types/command.ts'
import { type MqError, reasonCodes } from '../types/errors.ts'
import type { SystemMessages } from './system-messages.ts'

export interface EventDeps {
  readonly messages: SystemMessages
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

/** The user and application whose call was rejected. */
export type EventActor = { readonly user: string; readonly application: string }

const started = 2222 // MQRC_Q_MGR_ACTIVE
const ended = 2223 // MQRC_Q_MGR_NOT_ACTIVE
const failoverNotPermitted = 31 // MQRQ_FAILOVER_NOT_PERMITTED
const endings = { immediate: 5, controlled: 6 } as const // MQRQ_Q_MGR_STOPPING, MQRQ_Q_MGR_QUIESCING
const unix = 6 // MQAT_UNIX
const other = 0 // MQEVO_OTHER

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
  readonly #deps: EventDeps

  constructor(deps: EventDeps) {
    this.#deps = deps
  }

  publishStart(): void {
    if (!this.isEnabled('STRSTPEV')) return
    this.#publishManagerEvent(started, { MQIACF_REASON_QUALIFIER: failoverNotPermitted })
  }

  /** Publishes the end of the queue manager. A preemptive end publishes no event. */
  publishEnd(mode: keyof typeof endings): void {
    if (!this.isEnabled('STRSTPEV')) return
    this.#publishManagerEvent(ended, { MQIACF_REASON_QUALIFIER: endings[mode] })
  }

  /** Publishes a rejected call. `connecting` is true when the connection itself was rejected. */
  publishRejection({ reasonCode, object = '' }: MqError, { user, application }: EventActor, connecting = false): void {
    const attribute = eventAttributesByReason.get(reasonCode)
    if (!attribute || !this.isEnabled(attribute)) return

    const [connectNotAuthorized, openNotAuthorized] = [1, 2] // MQRQ_CONN_NOT_AUTHORIZED, MQRQ_OPEN_NOT_AUTHORIZED
    const qualifier = connecting ? connectNotAuthorized : openNotAuthorized
    const isAuthority = attribute === 'AUTHOREV'
    this.#publishManagerEvent(reasonCode, {
      MQIACF_REASON_QUALIFIER: isAuthority ? qualifier : undefined,
      MQCACF_USER_IDENTIFIER: isAuthority ? user : undefined,
      MQIA_APPL_TYPE: unix,
      MQCACF_APPL_NAME: application,
      MQCA_Q_NAME: connecting ? undefined : object,
    })
  }

  get manager(): string {
    return this.#deps.messages.manager
  }

  /** Returns the value of an attribute of the queue manager that switches events. */
  readSwitch(attribute: string): AttributeValue | undefined {
    return this.#deps.attribute(attribute)
  }

  isEnabled(attribute: string): boolean {
    return this.readSwitch(attribute) === 'ENABLED'
  }

  #publishManagerEvent(reasonCode: number, more: PcfParameters): void {
    this.put('SYSTEM.ADMIN.QMGR.EVENT', 'MQCMD_Q_MGR_EVENT', reasonCode, { MQCA_Q_MGR_NAME: this.manager, ...more })
  }

  /** Returns the parameters that say who gave a command, and where. */
  describeActor({ user, application }: EventActor): PcfParameters {
    return {
      MQCACF_EVENT_USER_ID: user,
      MQIACF_EVENT_ORIGIN: other,
      MQCACF_EVENT_Q_MGR: this.manager,
      MQIACF_EVENT_APPL_TYPE: unix,
      MQCACF_EVENT_APPL_NAME: application,
    }
  }

  /** Puts an event message in the background. No caller waits for it: MQCC_WARNING. */
  put(
    queue: string,
    command: PcfCommand,
    reasonCode: number,
    parameters: PcfParameters,
    part = { sequence: 1, isLast: true },
  ): void {
    const header = { type: 'event', command, completionCode: 1, reasonCode, part } as const
    this.#deps.messages.put(queue, 'MQEVENT', encodePcfMessage(header, parameters))
  }
}

const reasons: Readonly<Record<QueueEvent, number>> = {
  full: reasonCodes.MQRC_Q_FULL,
  high: 2224, // MQRC_Q_DEPTH_HIGH
  low: 2225, // MQRC_Q_DEPTH_LOW
  serviceIntervalHigh: 2226, // MQRC_Q_SERVICE_INTERVAL_HIGH
  serviceIntervalOk: 2227, // MQRC_Q_SERVICE_INTERVAL_OK
}

/** Publishes an event with the counts since the last event of the queue. Returns false when PERFMEV is disabled. */
export function publishPerformanceEvent(events: EventPublisher, queue: Queue, event: QueueEvent): boolean {
  if (!events.isEnabled('PERFMEV')) return false
  const { seconds, high, puts, gets } = queue.activity.countsSinceEvent()
  events.put('SYSTEM.ADMIN.PERFM.EVENT', 'MQCMD_PERFM_EVENT', reasons[event], {
    MQCA_Q_MGR_NAME: events.manager,
    MQCA_BASE_OBJECT_NAME: queue.name,
    MQIA_TIME_SINCE_RESET: seconds,
    MQIA_HIGH_Q_DEPTH: high,
    MQIA_MSG_ENQ_COUNT: puts,
    MQIA_MSG_DEQ_COUNT: gets,
  })
  return true
}
