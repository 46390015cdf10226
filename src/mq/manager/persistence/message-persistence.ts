/**
 * Composes puts and removals of messages with their commits.
 *
 * A put reserves a place on its queue until its commit, then the message is added or the place is released. A get
 * locks its message until the removal is committed, then the message is removed or unlocked. Non-persistent
 * messages need no commit.
 */
import type { MessageIdGenerator } from '../messages/message-id-generator.ts'
import type { GroupCommit } from '../store/group-commit.ts'
import type { MessageStore } from '../store/message-store.ts'
import { BodyFiles, RecentBodyCache } from './message-bodies.ts'
import { MessagePuts, type PutDeps } from './message-puts.ts'
import { MessageRemovals, type RemovalDeps } from './message-removals.ts'
import { SequenceNumbers } from './sequence-numbers.ts'
import { MessageUnitOfWork, type UnitOfWorkOptions } from './unit-of-work.ts'

export type { MessageDraft } from './message-puts.ts'
export type { MessageUnitOfWork } from './unit-of-work.ts'

export interface MessagePersistenceDeps {
  readonly store: MessageStore
  readonly group: GroupCommit
  readonly clock: () => number
  readonly ids: MessageIdGenerator
  /** The free disk space check. Undefined disables it. */
  readonly disk: PutDeps['disk']
  readonly reportDamage: RemovalDeps['reportDamage']
}

export type MessagePersistence = Pick<MessagePuts, 'put' | 'newMessageId'> &
  Pick<MessageRemovals, 'get' | 'remove' | 'discard' | 'read'> &
  Pick<BodyFiles, 'idle'> & { beginUnitOfWork(options?: UnitOfWorkOptions): MessageUnitOfWork }

export function openMessagePersistence({
  store,
  group,
  clock,
  ids,
  disk,
  reportDamage: damaged,
}: MessagePersistenceDeps): MessagePersistence {
  const bodies = new BodyFiles(store.bodies)
  const recent = new RecentBodyCache()
  const sequence = new SequenceNumbers(store.firstBlock, () => store.claimBlock())
  const puts = new MessagePuts({ store, group, bodies, recent, sequence, ids, disk })
  const removals = new MessageRemovals({ store, group, bodies, recent, reportDamage: damaged })
  return {
    put: (targets, unitOfWork) => puts.put(targets, unitOfWork),
    newMessageId: () => puts.newMessageId(),
    beginUnitOfWork: (options = {}) => new MessageUnitOfWork({ clock, group, bodies, recent }, options),
    get: (queue, entry, unitOfWork) => removals.get(queue, entry, unitOfWork),
    remove: (queue, entry, signal) => removals.remove(queue, entry, signal),
    discard: (queue, entry) => removals.discard(queue, entry),
    read: (queue, entry) => removals.read(queue, entry),
    idle: () => bodies.idle(),
  }
}
