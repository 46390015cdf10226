/** Types for channel types that another module provides. */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { QueueManager } from './queue-manager.ts'
import type { ObjectKind, ObjectRecord } from './services.ts'

/** The parts of a running queue manager that a channel type of another module uses. */
export interface ChannelHost {
  readonly queueManager: QueueManager
  readonly clock: Clock
  readonly log: Log
  findObject(kind: ObjectKind, name: string): ObjectRecord | undefined
  /** Returns every object of a kind, sorted by name. */
  listObjects(kind: ObjectKind): readonly ObjectRecord[]
}
