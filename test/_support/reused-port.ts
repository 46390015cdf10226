/**
 * Lets the servers of a test process listen on the same port, one after the other. A browser keeps the compiled scripts of
 * an origin, and the origin contains the port.
 */

/** The port of the latest server of each kind. */
const ports = new Map<string, number>()

export interface ReusedPortOptions<S> {
  /** The kind of server that the port is kept for. */
  kind: 'console' | 'portal'
  listen(port: number): Promise<S>
  readPort(server: S): number
}

/** Returns a server that listens on the port of the one before it, or on a free port where that one is taken. */
export async function listenOnReusedPort<S>({ kind, listen, readPort }: ReusedPortOptions<S>): Promise<S> {
  const port = ports.get(kind) ?? 0
  const server = await listen(port).catch((error: unknown) => {
    if (port === 0) throw error
    return listen(0)
  })
  ports.set(kind, readPort(server))
  return server
}
