/**
 * Every error message of the REST API: HTTP status, text with inserts, explanation and action. The texts contain
 * nothing that a caller must not see.
 */
import messages from './rest-messages.json' with { type: 'json' }

interface RestMessage {
  status: number
  /** The text, in which `{0}` and `{1}` stand for the inserts. */
  text: string
  explanation: string
  action: string
}

export type RestMessageId = keyof typeof messages

export const restMessages: Readonly<Record<RestMessageId, RestMessage>> = messages
