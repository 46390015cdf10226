/** Converts MQ errors to AMQP error conditions. */
import { MqError } from '../../../manager/index.ts'
import table from './conditions.json' with { type: 'json' }

/** The fields of an error as the client receives it, AMQP 1.0 part 2, section 2.8.14. */
export type AmqpErrorFields = { readonly condition: string; readonly description: string }

/** An error with an AMQP condition, for conditions that no MQ reason code describes. */
export class AmqpError extends Error {
  override name = 'AmqpError'
  readonly condition: string

  constructor(condition: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.condition = condition
  }
}

/** The condition of each reason code that has one. */
const conditions: Readonly<Record<number, string>> = table

/** Returns the error for a client. Details of unexpected errors are in the log only. */
export function toAmqpError(error: unknown): AmqpErrorFields {
  if (error instanceof AmqpError) return { condition: error.condition, description: error.message }
  if (error instanceof MqError)
    return { condition: conditions[error.reasonCode] ?? 'amqp:internal-error', description: error.message }
  return { condition: 'amqp:internal-error', description: 'the queue manager failed; its log has the reason' }
}

/** Returns whether an error ends the whole connection: the queue manager ends, or an administrator stopped it. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof MqError && toAmqpError(error).condition === 'amqp:connection:forced'
}
