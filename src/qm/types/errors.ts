/** What a caller of a queue manager is told when it will not do it. */

/** A call that the queue manager refused or could not finish. */
export class MqError extends Error {
  override name = 'MqError'
  /** 1 is a warning, 2 a failure. */
  readonly completionCode: 1 | 2
  readonly reasonCode: number
  /** The object that it is about, if there is one. */
  readonly object: string | undefined

  constructor(
    reasonCode: number,
    message: string,
    options: ErrorOptions & { object?: string; completionCode?: 1 | 2 } = {},
  ) {
    super(message, options)
    this.reasonCode = reasonCode
    this.completionCode = options.completionCode ?? 2
    this.object = options.object
  }
}

/** A JSON command whose members the queue manager does not know: not a command at all. */
export class MalformedCommandError extends Error {
  override name = 'MalformedCommandError'
  /** `attribute`: a keyword that the command does not have. `command`: the verb, the qualifier or their shape. */
  readonly part: 'attribute' | 'command'

  constructor(part: 'attribute' | 'command', message: string) {
    super(message)
    this.part = part
  }
}
