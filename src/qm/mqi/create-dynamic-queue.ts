/** Creates a dynamic queue, as MQOPEN of a model queue does. */
import type { PendingChange } from '../objects/object-catalog.ts'
import { buildDynamicQueue } from '../queues/build-dynamic-queue.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { mqError } from '../types/errors.ts'
import type { ObjectRecord } from '../types/services.ts'
import type { ObjectAccess } from './object-access.ts'

/**
 * Creates the queue. Throws reason code 2085 when the model queue does not exist, 2035 when the principal may not
 * use it, and 4001 when the new name exists.
 */
export function createDynamicQueue(
  { objects, clock }: RunningQueueManager,
  access: ObjectAccess,
  model: string,
  pattern: string,
): PendingChange<ObjectRecord> {
  const definition = objects.find('queue', model)
  if (!definition) {
    throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no model queue ${model}`, { object: model })
  }
  access.checkQueueAuthority(model, 'GET')
  const record = buildDynamicQueue(definition, pattern, clock())
  if (objects.find('queue', record.name)) {
    throw mqError('MQRCCF_OBJECT_ALREADY_EXISTS', `there is a queue ${record.name}`, { object: record.name })
  }
  return objects.saveNow(record)
}
