/** Performance events: a queue is full, reached a depth limit, or was or was not served within its service interval. */
import type { Queue } from '../queues/queue.ts'
import type { QueueEvent } from '../queues/queue-settings.ts'
import { reasonCodes } from '../types/reason-codes.ts'
import type { EventPublisher } from './event-publisher.ts'

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
