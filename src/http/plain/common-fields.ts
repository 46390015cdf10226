/** The fields that an answer ends with: Date (RFC 9110 section 6.6.1), and what becomes of the connection. */

/** A connection on which nothing happens for so long is closed. */
export const keepAliveMs = 65_000

const keeps = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n`
const ends = 'Connection: close\r\n'

let date = ''

export function dateLine(): string {
  if (date === '') renew()
  return date
}

export function connectionLines(isKept: boolean): string {
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
