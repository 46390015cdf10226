/** Builds the definitions of dynamic queues from model queues. */
import { randomBytes } from 'node:crypto'
import { initialAttributes } from '../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../objects/object-definitions.ts'
import { mqError } from '../types/errors.ts'
import type { ObjectRecord } from '../types/services.ts'

const maxNameLength = 48

/** Returns the record of a dynamic queue; a random suffix replaces a last `*`. Throws 2057 (no model), 2011 (name). */
export function buildDynamicQueue(model: ObjectRecord, pattern: string, now: number): ObjectRecord {
  if (model.type !== 'QMODEL')
    throw mqError('MQRC_Q_TYPE_ERROR', `${model.name} is no model queue`, { object: model.name })
  const attributes = { ...initialAttributes(objectDefinitions.queue, 'QLOCAL'), ...model.attributes }
  const name = complete(pattern)
  return { kind: 'queue', name, type: 'QLOCAL', attributes, created: now, altered: now }
}

function complete(pattern: string): string {
  const prefix = pattern.endsWith('*') ? pattern.slice(0, -1) : pattern
  const name = prefix === pattern ? pattern : prefix + randomBytes(8).toString('hex').toUpperCase()
  if (/^[A-Za-z0-9./_%]+$/.test(name) && name.length <= maxNameLength) return name
  throw mqError('MQRC_DYNAMIC_Q_NAME_ERROR', `"${pattern}" is no name for a dynamic queue`, { object: pattern })
}
