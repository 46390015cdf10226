/** Finds free ports for programs that cannot choose one themselves. */
import { type AddressInfo, createServer } from 'node:net'

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export async function waitUntilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).catch(() => undefined)
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nothing listens on port ${port}`)
}
