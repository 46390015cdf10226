/** The errors of a session between two queue managers, as they are sent to the partner in a refusal. */

/** The codes of refusals. The text after each explains it to the reader of this file only. */
const refusalCodes = [
  'CHANNEL_NOT_FOUND',
  'WRONG_CHANNEL_TYPE',
  'CHANNEL_STOPPED',
  'CHANNEL_IN_USE',
  'NOT_AUTHORIZED',
  'TLS_MISMATCH',
  'SEQUENCE_ERROR',
  'SEQWRAP_MISMATCH',
  'NOT_SUPPORTED',
  'PUT_FAILED',
  'PROTOCOL_ERROR',
  'TIMEOUT',
  'ENDING',
  'INTERNAL_ERROR',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** Ends a session or prevents it. `isFinal` means that a retry cannot succeed until somebody changes a definition. */
export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly code: RefusalCode
  readonly isFinal: boolean
  /** Whether the partner reported the error, so that it need not be sent back. */
  readonly isFromPartner: boolean

  constructor(
    code: RefusalCode,
    message: string,
    options: ErrorOptions & { isFinal?: boolean; isFromPartner?: boolean } = {},
  ) {
    super(message, options)
    this.code = code
    this.isFinal = options.isFinal ?? false
    this.isFromPartner = options.isFromPartner ?? false
  }
}

export function isRefusalCode(value: unknown): value is RefusalCode {
  return refusalCodes.includes(value as RefusalCode)
}
