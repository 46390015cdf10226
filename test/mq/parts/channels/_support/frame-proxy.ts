/** A TCP proxy between two queue managers that cuts the link at a chosen frame. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { FrameReader, frameTypes } from '../../../../../src/mq/parts/channels/protocol/frames.ts'
import { preamble } from '../../../../../src/mq/parts/channels/protocol/preamble.ts'

export interface FrameProxy {
  readonly port: number
  /** The port to which connections are forwarded. */
  target: number
  /** The number of connections so far. */
  readonly connections: number
  /** Cuts the link instead of forwarding the next frame of this type; forwards everything when undefined. */
  cutAt: 'commit' | 'committed' | 'message' | undefined
  /** Changes the payload of a frame on its way, in place; forwards every frame unchanged when undefined. */
  change: ((type: number, payload: Buffer) => void) | undefined
  /** Whether new connections are refused. */
  isDown: boolean
  cut(): void
}

export async function frameProxyFor(t: ExecutionContext, target: number): Promise<FrameProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (proxy.isDown) return void client.destroy()
    count++
    const upstream = connect(proxy.target, '127.0.0.1')
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', cut)
      from.on('close', () => {
        sockets.delete(from)
        cut()
      })
      forward(from, to, cut)
    }
  })
  let count = 0
  const proxy = {
    port: 0,
    target,
    get connections() {
      return count
    },
    cutAt: undefined as FrameProxy['cutAt'],
    change: undefined as FrameProxy['change'],
    isDown: false,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }

  function forward(from: Socket, to: Socket, cut: () => void): void {
    const reader = new FrameReader()
    reader.maxMessageFrameBytes = 2 ** 30
    let head = 0
    from.on('data', (chunk: Buffer) => {
      const skipped = Math.min(preamble.length - head, chunk.length)
      head += skipped
      if (skipped > 0) to.write(chunk.subarray(0, skipped))
      if (chunk.length > skipped) reader.add(chunk.subarray(skipped))
      for (let frame = reader.next(); frame; frame = reader.next()) {
        if (proxy.cutAt !== undefined && frame.type === frameTypes[proxy.cutAt]) {
          proxy.cutAt = undefined
          return cut()
        }
        proxy.change?.(frame.type, frame.payload)
        const length = Buffer.alloc(5)
        length.writeUInt32BE(frame.payload.length + 1)
        length[4] = frame.type
        to.write(Buffer.concat([length, frame.payload]))
      }
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    proxy.cut()
    server.close()
  })
  proxy.port = (server.address() as AddressInfo).port
  return proxy
}
