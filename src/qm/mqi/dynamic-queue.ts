/** MQOPEN of a model queue: makes a queue of it. */
import type { Kept } from '../catalog.ts'
import { dynamicQueue } from '../queues/dynamic.ts'
import { mqError } from '../reasons.ts'
import type { Running } from '../running.ts'
import type { ObjectRecord } from '../runtime.ts'
import type { Access } from './access.ts'

/** Throws 2085 for a model that is not there, 4001 when there is a queue of that name already. */
export function makeDynamicQueue(
  { objects, clock }: Running,
  access: Access,
  model: string,
  pattern: string,
): Kept<ObjectRecord> {
  const definition = objects.find('queue', model)
  if (!definition) {
    throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no model queue ${model}`, { object: model })
  }
  access.checkQueue(model, 'GET')
  const record = dynamicQueue(definition, pattern, clock())
  if (objects.find('queue', record.name)) {
    throw mqError('MQRCCF_OBJECT_ALREADY_EXISTS', `there is a queue ${record.name}`, { object: record.name })
  }
  return objects.saveNow(record)
}
