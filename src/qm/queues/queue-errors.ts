/** Creates the errors that queues throw. */
import { mqError } from '../types/reason-codes.ts'

export function queueInhibitedError(queue: string, what: 'GET' | 'PUT'): Error {
  return mqError(`MQRC_${what}_INHIBITED`, `${queue} is inhibited for ${what.toLowerCase()}s`, {
    object: queue,
  })
}

export function queueDeletedError(queue: string): Error {
  return mqError('MQRC_Q_DELETED', `${queue} has been deleted`, { object: queue })
}

export function queueInUseError(queue: string): Error {
  return mqError('MQRC_OBJECT_IN_USE', `${queue} is open for input already`, { object: queue })
}

export function queueFullError(queue: string, depth: number): Error {
  return mqError('MQRC_Q_FULL', `${queue} holds ${depth} messages`, { object: queue })
}

export function messageTooLongError(queue: string, length: number, longest: number): Error {
  const text = `${length} bytes are more than the ${longest} that ${queue} takes`
  return mqError('MQRC_MSG_TOO_BIG_FOR_Q', text, { object: queue })
}
