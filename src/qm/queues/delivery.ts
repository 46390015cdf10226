/**
 * Puts and gets as commits: what must be on disk before anyone is told, and what happens when it cannot be.
 *
 * A put is expected on its queue until its commit, then it arrives or is cancelled. A get holds its message until the
 * commit of the removal, then the message has left or is back in its place. Messages that are not persistent need no commit.
 */
import type { Store } from '../store/store.ts'
import { BodyFiles } from './body-files.ts'
import type { GroupCommit } from './group-commit.ts'
import type { MessageIds } from './message-ids.ts'
import { Puts, type PutTools } from './puts.ts'
import { RecentBodies } from './recent-bodies.ts'
import { Removals, type RemovalTools } from './removals.ts'
import { Sequence } from './sequence.ts'

export type { Draft } from './puts.ts'

export interface DeliveryTools {
  readonly store: Store
  readonly group: GroupCommit
  readonly ids: MessageIds
  /** Puts of persistent messages are refused while it is short; undefined refuses none. */
  readonly disk: PutTools['disk']
  readonly damaged: RemovalTools['damaged']
}

export type Delivery = Pick<Puts, 'put' | 'newMessageId'> &
  Pick<Removals, 'remove' | 'discard' | 'read'> &
  Pick<BodyFiles, 'idle'>

export function openDelivery({ store, group, ids, disk, damaged }: DeliveryTools): Delivery {
  const bodies = new BodyFiles(store.bodies)
  const recent = new RecentBodies()
  const sequence = new Sequence(store.firstBlock, () => store.claimBlock())
  const puts = new Puts({ store, group, bodies, recent, sequence, ids, disk })
  const removals = new Removals({ store, group, bodies, recent, damaged })
  return {
    put: (targets) => puts.put(targets),
    newMessageId: () => puts.newMessageId(),
    remove: (queue, entry, signal) => removals.remove(queue, entry, signal),
    discard: (queue, entry) => removals.discard(queue, entry),
    read: (queue, entry) => removals.read(queue, entry),
    idle: () => bodies.idle(),
  }
}
