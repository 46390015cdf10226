/** Everything of a queue manager that lives between its start and its end, put together. */
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Catalog } from './catalog.ts'
import { Delivery } from './queues/delivery.ts'
import { GroupCommit } from './queues/group-commit.ts'
import { MessageIds } from './queues/message-ids.ts'
import { LocalQueues } from './queues/queues.ts'
import { Sequence } from './queues/sequence.ts'
import type { ObjectRecord } from './runtime.ts'
import type { Store } from './store/store.ts'

export interface RunningOptions {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

export type Running = ReturnType<typeof openRunning>

export function openRunning({ name, created, store, clock, log }: RunningOptions) {
  const group = new GroupCommit(store)
  const ids = new MessageIds(name, created)
  const sequence = new Sequence(() => store.claimBlock())
  const stored = store.objects()

  const queues: LocalQueues = new LocalQueues(
    { store, group, ids, clock, log, renumber: (queue) => renumber(queue) },
    stored,
  )
  const objects: Catalog = new Catalog(group, stored, { queue: queues.follower })
  const delivery = new Delivery(store, group, sequence, ids, clock)

  function renumber(queue: string): number {
    return objects.keep(objects.find('queue', queue) as ObjectRecord, true)
  }

  return {
    name,
    clock,
    objects,
    queues,
    delivery,
    close() {
      queues.close()
      group.flush()
      store.close()
    },
  }
}
