/** Measures how long messages stay on queues, where MONQ of the queue or of the queue manager says so. */
import { findEffectiveLevel, TimeIndicator } from '../monitoring/time-indicator.ts'
import type { Queue } from '../queues/queue.ts'
import type { AttributeValue } from '../types/connection.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'

interface QueueMonitoringDeps {
  readonly objects: { find(kind: ObjectKind, name: string): ObjectRecord | undefined }
  readonly queues: { all(): Iterable<Queue> }
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

export class QueueMonitoring {
  readonly #deps: QueueMonitoringDeps
  /** The MONQ of the queue manager that the queues have. */
  #level: AttributeValue | undefined

  constructor(deps: QueueMonitoringDeps) {
    this.#deps = deps
  }

  /** Applies MONQ of the queue manager to all queues. */
  configure(): void {
    const level = this.#deps.attribute('MONQ')
    if (level === this.#level) return
    this.#level = level
    for (const queue of this.#deps.queues.all()) this.configureQueue(queue)
  }

  /** Applies MONQ of a queue. */
  configureQueue({ name, activity }: Queue): void {
    const definition = this.#deps.objects.find('queue', name)
    if (!definition) return
    const isMonitored = findEffectiveLevel(definition.attributes.MONQ, this.#deps.attribute('MONQ')) !== 'OFF'
    activity.timeOnQueue = isMonitored ? (activity.timeOnQueue ?? new TimeIndicator()) : undefined
  }
}
