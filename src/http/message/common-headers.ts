/** The fields that an answer ends with: Date (RFC 9110 section 6.6.1), and what becomes of the connection. */

/** A connection on which nothing happens for so long is closed. */
export const keepAliveTimeoutMs = 65_000

/**
 * RFC 6797: the browser uses HTTPS alone for this host for a year. Browsers ignore it for addresses, and where they did not
 * trust the certificate.
 */
export const strictTransportHeader = { name: 'Strict-Transport-Security', value: 'max-age=31536000' } as const
export const strictTransportHeaderLine = `${strictTransportHeader.name}: ${strictTransportHeader.value}\r\n`

const keeps = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeoutMs / 1000}\r\n`
const ends = 'Connection: close\r\n'

let date = ''

export function dateHeaderLine(): string {
  if (date === '') renew()
  return date
}

export function connectionHeaderLines(isKept: boolean): string {
  return isKept ? keeps : ends
}

/** Kept until the second is over. */
function renew(): void {
  const now = Date.now()
  date = `Date: ${new Date(now).toUTCString()}\r\n`
  setTimeout(
    () => {
      date = ''
    },
    1000 - (now % 1000),
  ).unref()
}
