import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import koffi from 'koffi'

const duplicate = koffi.load('libc.so.6').func('int dup(int descriptor)')

/** Returns a second descriptor of a socket, which stays open when the socket is closed. */
export function duplicateDescriptor(socket: Server | Socket): number {
  return duplicate((socket as unknown as { _handle: { fd: number } })._handle.fd) as number
}

/** Returns the descriptor and port of a listening socket that no server of this process uses, as a parent process passes one. */
export async function openListeningSocket(): Promise<{ descriptor: number; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const descriptor = duplicateDescriptor(server)
  server.close()
  await once(server, 'close')
  return { descriptor, port }
}
