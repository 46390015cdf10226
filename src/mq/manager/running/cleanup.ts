/** Removes what is no longer in use: expired messages and subscriptions on a timer, left temporary objects at the start. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { ObjectKind } from '../types/services.ts'

/** The delay before the next sweep when the last sweep removed everything that had expired. */
const idleIntervalMs = 5000
const busyIntervalMs = 50

/** Starts the timer. While `sweep` returns true, it runs again after `busyIntervalMs`; its errors go to `failed`. */
export function startExpirySweeper(sweep: () => boolean, failed: (error: unknown) => void): { close(): void } {
  let timer = setTimeout(turn, idleIntervalMs).unref()

  function turn(): void {
    let more = false
    try {
      more = sweep()
    } catch (error) {
      failed(error)
    }
    timer = setTimeout(turn, more ? busyIntervalMs : idleIntervalMs).unref()
  }

  return { close: () => clearTimeout(timer) }
}

/** Removes non-durable subscriptions, temporary dynamic queues, and managed queues without a subscription. */
export function removeOrphanedObjects(
  objects: Pick<ObjectCatalog, 'list'>,
  remove: (kind: ObjectKind, name: string) => void,
): void {
  for (const { name, attributes } of objects.list('sub')) if (attributes.DURABLE === 'NO') remove('sub', name)
  const inUse = new Set(objects.list('sub').map(({ attributes }) => attributes.DEST))
  for (const queue of objects.list('queue')) {
    const isOrphan = queue.name.startsWith('SYSTEM.MANAGED.') && !inUse.has(queue.name)
    if ((queue.type === 'QLOCAL' && queue.attributes.DEFTYPE === 'TEMPDYN') || isOrphan) remove('queue', queue.name)
  }
}
