/** Lists queues of the health of queue managers. Pure. */
import type { ManagerHealth, QueueHealth } from '../../contract/managers.ts'

/** The order of each list of queues in the health of queue managers: the most urgent first. */
const urgency = {
  filling: ({ minutesToFull = 0 }: QueueHealth) => minutesToFull,
  deepest: ({ depth }: QueueHealth) => -depth,
  oldest: ({ age = 0 }: QueueHealth) => -age,
  unread: ({ age = 0 }: QueueHealth) => -age,
}
export type QueueList = keyof typeof urgency

/** Returns the queues of all queue managers in one list, the most urgent first. */
export function listQueues(managers: readonly ManagerHealth[], list: QueueList) {
  return managers
    .flatMap(({ name: manager, [list]: queues = [] }) => queues.map((queue) => ({ manager, queue })))
    .sort((a, b) => urgency[list](a.queue) - urgency[list](b.queue))
}
