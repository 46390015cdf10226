/** MQOPEN of a model queue: makes a queue of it. */
import type { PendingChange } from '../objects/object-catalog.ts'
import { buildDynamicQueue } from '../queues/build-dynamic-queue.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ObjectRecord } from '../types/services.ts'
import type { ObjectAccess } from './object-access.ts'

/** Throws 2085 for a model that is not there, 4001 when there is a queue of that name already. */
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
