/**
 * Translates any thrown value into a `RestError`. An unexpected error becomes MQWB0000E: the response hides its
 * cause and the log contains it.
 */
import { MqError } from '../../qm/index.ts'
import { toAdminError } from './mq-errors.ts'
import { RestError } from './rest-error.ts'

export function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error
  if (error instanceof MqError) return toAdminError(error, { action: 'access', object: error.object ?? '' })
  return new RestError('MQWB0000E', [], { cause: error })
}
