/** Commands send requests through a private socket in the data folder: one JSON text, and one back. */
import type { Socket } from 'node:net'
import { connectPrivately, listenPrivately, privateSocketPath } from './private-socket.ts'

export { SocketTakenError } from './private-socket.ts'

export type ControlSocket = Awaited<ReturnType<typeof openControlSocket>>

/** The response as JSON. Its members stay, because a command may be of another version than the process. */
type ResponsePacket = { answer: unknown } | { error: string }

const maxPacketBytes = 64 * 1024 * 1024
const requestTimeoutMs = 10_000
const closeTimeoutMs = 1_000

/**
 * Listens at a socket of this name in the folder. The result of `handle` is sent back as JSON; `sendControlRequest`
 * throws an error with the message of an error that `handle` throws. Rejects with `SocketTakenError` while another
 * process listens there. A longer request than `maxRequestBytes` ends its connection.
 */
export async function openControlSocket(
  folder: string,
  name: string,
  handle: (request: unknown) => Promise<unknown>,
  maxRequestBytes = maxPacketBytes,
) {
  const open = new Set<Socket>()
  const server = await listenPrivately(folder, name, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    socket.setTimeout(requestTimeoutMs, () => socket.destroy())
    void serve(socket, handle, maxRequestBytes)
  })

  return {
    close(): Promise<void> {
      return new Promise((resolve) => {
        server.close(() => resolve())
        // The request in progress may be the one that ends this process.
        setTimeout(() => {
          for (const socket of open) socket.destroy()
        }, closeTimeoutMs).unref()
      })
    },
  }
}

/** Resolves with the response, or undefined when no process listens. Rejects after `deadlineMs`; 0 waits for ever. */
export async function sendControlRequest(
  folder: string,
  name: string,
  request: unknown,
  deadlineMs = 0,
): Promise<unknown> {
  const socket = await connectPrivately(folder, name)
  if (!socket) return undefined

  socket.setTimeout(deadlineMs, () => {
    const path = privateSocketPath(folder, name)
    socket.destroy(new Error(`the process at ${path} did not respond within ${deadlineMs / 1000} s`))
  })
  socket.end(JSON.stringify(request))
  const text = await readAll(socket)
  if (text === '') throw new Error('the process ended before it responded')
  const response = JSON.parse(text) as ResponsePacket
  if ('error' in response) throw new Error(response.error)
  return response.answer
}

async function serve(
  socket: Socket,
  handle: (request: unknown) => Promise<unknown>,
  maxRequestBytes: number,
): Promise<void> {
  try {
    const request: unknown = JSON.parse(await readAll(socket, maxRequestBytes))
    socket.setTimeout(0) // the timeout is for the request, not for its handling
    end(socket, { answer: (await handle(request)) ?? null })
  } catch (error) {
    end(socket, { error: (error as Error).message })
  }
}

function end(socket: Socket, response: ResponsePacket): void {
  if (!socket.destroyed) socket.end(JSON.stringify(response))
}

function readAll(socket: Socket, maxBytes = maxPacketBytes): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) socket.destroy(new Error('the message is too long'))
      chunks.push(chunk)
    })
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => resolve(''))
  })
}
