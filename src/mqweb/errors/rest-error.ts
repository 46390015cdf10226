/** A "no" of the REST API: a message of the table with its inserts. Thrown anywhere, rendered at the edge. */
import { type RestMessageId, restMessages } from './rest-messages.ts'

export interface RestErrorOptions extends ErrorOptions {
  /** Replaces the status that the message has in the table. */
  status?: number
  /** `rest`: this server said no. `pcf`: a command of the queue manager did. */
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
    const message = `${id}: ${fill(text, inserts)}`
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

function fill(text: string, inserts: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => String(inserts[Number(index)] ?? ''))
}
