/** The headers that end every response head: Date (RFC 9110 section 6.6.1) and those of the connection. */

/** The timeout of an idle connection. */
export const keepAliveTimeoutMs = 65_000

/** HTTPS only for this host, for a year: RFC 6797. Browsers ignore it for IP addresses and untrusted certificates. */
export const strictTransportHeader = { name: 'Strict-Transport-Security', value: 'max-age=31536000' } as const
export const strictTransportHeaderLine = `${strictTransportHeader.name}: ${strictTransportHeader.value}\r\n`

const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeoutMs / 1000}\r\n`
const closeLine = 'Connection: close\r\n'

/** Returns the Date line of a response. */
export const dateHeaderLine = createDateLine()

export function connectionHeaderLines(isKept: boolean): string {
  return isKept ? keepAliveLines : closeLine
}

/** Returns a function that renders the Date line once in a second, because responses are more frequent. */
export function createDateLine(): () => string {
  let line = ''
  return () => {
    if (line === '') {
      const now = Date.now()
      line = `Date: ${new Date(now).toUTCString()}\r\n`
      setTimeout(
        () => {
          line = ''
        },
        1000 - (now % 1000),
      ).unref()
    }
    return line
  }
}
