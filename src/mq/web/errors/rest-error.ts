/** An error of the REST API: a message of the table with its inserts. The error boundary renders it. */
import messages from './rest-messages.json' with { type: 'json' }

export interface RestErrorOptions extends ErrorOptions {
  /** The HTTP status, in place of the status in the message table. */
  status?: number
  /** `rest`: this server rejected the request. `pcf`: a command of the queue manager failed. */
  type?: 'rest' | 'pcf'
  completionCode?: number
  reasonCode?: number
  headers?: Readonly<Record<string, string>>
}

export class RestError extends Error {
  override name = 'RestError'
  readonly id: RestMessageId
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body, `{"error": [...]}`. */
  readonly body: { error: readonly object[] }

  constructor(id: RestMessageId, inserts: readonly (string | number)[] = [], options: RestErrorOptions = {}) {
    const { text, explanation, action, status } = restMessages[id]
    const filled = text.replace(/\{(\d)\}/g, (_, index: string) => String(inserts[Number(index)] ?? ''))
    const message = `${id}: ${filled}`
    super(message, { cause: options.cause })

    this.id = id
    this.status = options.status ?? status
    this.headers = options.headers ?? {}
    this.body = {
      error: [
        {
          type: options.type ?? 'rest',
          msgId: id,
          message,
          explanation,
          action,
          completionCode: options.completionCode ?? 0,
          reasonCode: options.reasonCode ?? 0,
        },
      ],
    }
  }
}

interface RestMessage {
  status: number
  /** The text, in which `{0}` and `{1}` stand for the inserts. */
  text: string
  explanation: string
  action: string
}

type RestMessageId = keyof typeof messages

/** Every error message of the REST API. The texts contain nothing that a caller must not see. */
export const restMessages: Readonly<Record<RestMessageId, RestMessage>> = messages
