/** The resources of managed file transfer, which is off: each answers that it is. */
import { RestError } from '../errors/rest-error.ts'

export function rejectFileTransfer(): never {
  throw new RestError('MQWB0400E')
}
