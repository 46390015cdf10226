/** Converts MQ errors to AMQP error conditions. */
import { MqError } from '../../qm/index.ts'

/** The fields of an error as the client receives it, AMQP 1.0 part 2, section 2.8.14. */
export interface AmqpErrorFields {
  readonly condition: string
  readonly description: string
}

/** An error with an AMQP condition, for conditions that no MQ reason code describes. */
export class AmqpError extends Error {
  override name = 'AmqpError'
  readonly condition: string

  constructor(condition: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.condition = condition
  }
}

const conditions: Readonly<Record<number, string>> = {
  2003: 'amqp:transaction:rollback',
  2009: 'amqp:connection:forced',
  2016: 'amqp:not-allowed',
  2024: 'amqp:resource-limit-exceeded',
  2030: 'amqp:link:message-size-exceeded',
  2031: 'amqp:link:message-size-exceeded',
  2035: 'amqp:unauthorized-access',
  2042: 'amqp:resource-locked',
  2045: 'amqp:not-allowed',
  2048: 'amqp:precondition-failed',
  2051: 'amqp:not-allowed',
  2052: 'amqp:resource-deleted',
  2053: 'amqp:resource-limit-exceeded',
  2056: 'amqp:resource-limit-exceeded',
  2057: 'amqp:not-allowed',
  2059: 'amqp:connection:forced',
  2063: 'amqp:unauthorized-access',
  2082: 'amqp:not-found',
  2085: 'amqp:not-found',
  2086: 'amqp:not-found',
  2161: 'amqp:connection:forced',
  2162: 'amqp:connection:forced',
  2192: 'amqp:resource-limit-exceeded',
  2425: 'amqp:invalid-field',
  2429: 'amqp:resource-locked',
  2436: 'amqp:not-allowed',
  2459: 'amqp:invalid-field',
  2503: 'amqp:not-allowed',
}

export function toAmqpError(error: unknown): AmqpErrorFields {
  if (error instanceof AmqpError) return { condition: error.condition, description: error.message }
  if (error instanceof MqError) {
    return { condition: conditions[error.reasonCode] ?? 'amqp:internal-error', description: error.message }
  }
  return { condition: 'amqp:internal-error', description: 'the queue manager failed; its log has the reason' }
}

/** Returns whether an error ends the whole connection: the queue manager ends, or an administrator stopped it. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof MqError && toAmqpError(error).condition === 'amqp:connection:forced'
}
