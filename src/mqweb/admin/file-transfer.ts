/**
 * The handler of the managed file transfer resources. Managed file transfer is not available, so it always throws
 * MQWB0400E.
 */
import { RestError } from '../errors/rest-error.ts'

export function rejectFileTransfer(): never {
  throw new RestError('MQWB0400E')
}
