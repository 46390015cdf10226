/** Removes temporary objects that a previous process could not remove before it ended. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'

/** Removes non-durable subscriptions, temporary dynamic queues, and managed queues without a subscription. */
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
