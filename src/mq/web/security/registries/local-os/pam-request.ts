/**
 * The protocol of the helper process: it reads one request as JSON until the end of its standard input, writes one result as JSON,
 * and ends. A systemd socket with `Accept=yes` starts the same process for each connection.
 */

/** A password to check. */
export interface PamRequest {
  /** The name of a PAM service: a file in `/etc/pam.d`. */
  readonly service: string
  readonly name: string
  readonly password: string
}

/** The result of a check. `failed` means that PAM did not check the password. `reason` is for the log, never for the client. */
export type PamResult =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'rejected' | 'failed'; readonly reason: string }

/** The maximum size of a request or a result in bytes. */
export const maxPamMessageBytes = 16_384

/** Returns the request in a JSON text. Throws when the text is something else. */
export function parsePamRequest(text: string): PamRequest {
  const { service, name, password } = JSON.parse(text) as Partial<Record<keyof PamRequest, unknown>>
  if (![service, name, password].every((value) => typeof value === 'string' && !value.includes('\0')))
    throw new Error('the request must have the texts service, name and password')
  return { service, name, password } as PamRequest
}

/** Returns the result in a JSON text. Throws when the text is something else. */
export function parsePamResult(text: string): PamResult {
  const { outcome, reason } = JSON.parse(text) as { outcome?: unknown; reason?: unknown }
  if (outcome === 'accepted') return { outcome }
  if (outcome === 'rejected' || outcome === 'failed') return { outcome, reason: String(reason) }
  throw new Error(`the result must have an outcome, found ${text.slice(0, 100)}`)
}
