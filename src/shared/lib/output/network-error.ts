/** Explains errors of sockets. */

/** What the codes of socket errors mean for the peer of a connection, and what to do where it is not evident. */
const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  ECONNRESET: 'the peer closed the connection',
  EHOSTUNREACH: 'there is no route to this host',
  ENETUNREACH: 'there is no route to this network',
  ETIMEDOUT: 'the host does not respond',
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name servers do not respond',
  EADDRNOTAVAIL: 'this machine does not have the local address',
  EADDRINUSE: 'the local port is taken by another process',
}

/** Returns a short text that explains why a connection failed. */
export function describeConnectError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return explanations[code] ?? message
}

/** Returns an error message for an address that cannot be opened. */
export function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken by another process`
    case 'EACCES':
      return `port ${port} on ${host} may not be opened by this user`
    case 'EADDRNOTAVAIL':
      return `cannot listen on ${host}:${port}: this machine does not have the address ${host}`
    case 'EMFILE':
    case 'ENFILE':
      return `cannot listen on ${host}:${port}: the limit of open files is reached; raise it with ulimit -n`
    default:
      return `cannot listen on ${host}:${port}: ${describeConnectError(error)}`
  }
}
