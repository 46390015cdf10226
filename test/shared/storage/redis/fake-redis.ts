/** A Redis server in this process that answers `OK` to every command, for tests of what a client does with its connection. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'

export class FakeRedis {
  /** The names of the commands that arrived. */
  readonly commands: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly #listener = createServer((socket) => this.#accept(socket))
  #isSilent = false
  #connections = 0

  /** Starts a server that ends with the test. */
  static async start(t: ExecutionContext): Promise<FakeRedis> {
    const server = new FakeRedis()
    server.#listener.listen(0, '127.0.0.1')
    await once(server.#listener, 'listening')
    t.teardown(() => {
      server.#listener.close()
      server.cut()
    })
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#listener.address() as { port: number }).port}`
  }

  /** Reads and answers nothing any more, also on new connections. */
  fallSilent(): void {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Ends `fallSilent`: reads and answers what has arrived meanwhile. */
  speak(): void {
    this.#isSilent = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** Closes all connections. New ones are accepted. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Waits until a client was connected and all connections have ended. */
  async left(): Promise<void> {
    while (this.#connections === 0 || this.#sockets.size > 0) await setImmediate()
  }

  #accept(socket: Socket): void {
    this.#connections += 1
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (bytes) => {
      const names = [...String(bytes).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)].map(([, name]) => String(name))
      this.commands.push(...names)
      socket.write('+OK\r\n'.repeat(names.length))
    })
    if (this.#isSilent) socket.pause()
  }
}
