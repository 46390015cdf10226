/** What lives as long as a connection, and was not removed because the queue manager died. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'

/** Subscriptions that are not durable, temporary queues, and the queues of managed subscriptions that are no more. */
export function removeOrphanedObjects(
  objects: Pick<ObjectCatalog, 'list'>,
  remove: (kind: ObjectKind, name: string) => void,
): void {
  for (const { name, attributes } of objects.list('sub')) {
    if (attributes.DURABLE === 'NO') remove('sub', name)
  }
  const inUse = new Set(objects.list('sub').map(({ attributes }) => attributes.DEST))
  for (const queue of objects.list('queue')) {
    const isOrphan = queue.name.startsWith('SYSTEM.MANAGED.') && !inUse.has(queue.name)
    if (isTemporary(queue) || isOrphan) remove('queue', queue.name)
  }
}

function isTemporary({ type, attributes }: ObjectRecord): boolean {
  return type === 'QLOCAL' && attributes.DEFTYPE === 'TEMPDYN'
}
