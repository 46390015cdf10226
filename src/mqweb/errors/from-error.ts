/** Whatever was thrown, as the "no" that a caller sees. Faults tell the log why, and the caller nothing. */
import { MqError } from '../../qm/index.ts'
import { adminError } from './mq.ts'
import { RestError } from './rest-error.ts'

export function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error
  if (error instanceof MqError) return adminError(error, { action: 'access', object: error.object ?? '' })
  return new RestError('MQWB0000E', [], { cause: error })
}
