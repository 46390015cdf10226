/** Reports the parts of a request body that the operating system has taken. undici has no callback for that. */
import type { Socket } from 'node:net'

/** Calls `onWritten` with each buffer that is written to the socket, once the operating system has taken it. */
export function trackWrites(socket: Socket, onWritten: (part: Buffer) => void): void {
  const write = socket.write.bind(socket) as (data: string | Buffer, ...rest: unknown[]) => boolean
  socket.write = ((data: string | Buffer, ...rest: unknown[]) => {
    if (!Buffer.isBuffer(data) || rest.length > 0) return write(data, ...rest)
    return write(data, (error?: Error | null) => {
      if (!error) onWritten(data)
    })
  }) as Socket['write']
}
