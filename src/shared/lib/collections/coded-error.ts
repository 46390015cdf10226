/** An error with a code, by which code decides what to do about it. */
export abstract class CodedError<Code> extends Error {
  readonly code: Code

  constructor(code: Code, message = '', options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
