/** A port on which nothing listens, for programs that cannot choose one themselves. Another program may take it first. */
import { createServer } from 'node:net'

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
