/** The error classes of the queue manager, and the MQ reason codes that it uses. */
import codes from './reason-codes.json' with { type: 'json' }

/** A call that the queue manager rejected or could not complete, with its MQ reason code. */
export class MqError extends Error {
  override name = 'MqError'
  /** The MQ completion code: 1 is a warning, 2 is a failure. */
  readonly completionCode: 1 | 2
  readonly reasonCode: number
  /** The name of the object that the error concerns, if there is one. */
  readonly object: string | undefined

  constructor(
    reasonCode: number,
    message: string,
    options: ErrorOptions & { object?: string | undefined; completionCode?: 1 | 2 } = {},
  ) {
    super(message, options)
    this.reasonCode = reasonCode
    this.completionCode = options.completionCode ?? 2
    this.object = options.object
  }
}

/** A `runCommandJSON` request that cannot be parsed as a command. No command has run. */
export class MalformedCommandError extends Error {
  override name = 'MalformedCommandError'
  /** `attribute`: the command has no such keyword. `command`: the verb, the qualifier or the structure is invalid. */
  readonly part: 'attribute' | 'command'

  constructor(part: 'attribute' | 'command', message: string) {
    super(message)
    this.part = part
  }
}

export const reasonCodes: typeof codes = codes

type ReasonName = keyof typeof reasonCodes

/** Creates an `MqError` with a message such as `MQRC_Q_FULL (2053): DEV.QUEUE.1 holds 5000 messages`. */
export function mqError(
  reason: ReasonName,
  text: string,
  options: ErrorOptions & { object?: string | undefined; completionCode?: 1 | 2 } = {},
): MqError {
  const code = reasonCodes[reason]
  return new MqError(code, `${reason} (${code}): ${text}`, options)
}

const names = new Map<number, string>(Object.entries(reasonCodes).map(([name, code]) => [code, name]))

/** Returns the name of a reason code, such as `MQRC_Q_FULL`, or `reason code` for an unlisted number. */
export function reasonName(reasonCode: number): string {
  return names.get(reasonCode) ?? 'reason code'
}
