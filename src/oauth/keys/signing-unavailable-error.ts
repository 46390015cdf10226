/** No access token can be signed at present. The request may be repeated: nothing was stored. */
export class SigningUnavailableError extends Error {
  override name = 'SigningUnavailableError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter = 5
}
