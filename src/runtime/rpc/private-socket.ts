/** A Unix socket in a folder that only the owner of the folder may open. */
import { createHash } from 'node:crypto'
import { chmod, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'

/** Another process listens at the socket. */
export class SocketTakenError extends Error {
  override name = 'SocketTaken'
}

/** The maximum length of a socket's path in bytes, on the systems that allow the least. */
const maxPathBytes = 100

/**
 * Listens at the socket of this name in the folder. A socket that a crash left behind is replaced. Rejects with
 * `SocketTakenError` while another process listens there.
 */
export async function listenPrivately(
  folder: string,
  name: string,
  serve: (socket: Socket) => void,
): Promise<Server> {
  const path = privateSocketPath(folder, name)
  await makeFolder(dirname(path), { mode: 0o700 })
  await requireOwn(dirname(path))
  const other = await connectTo(path)
  other?.destroy()
  if (other) throw new SocketTakenError(`another process listens at ${path}`)
  await rm(path, { force: true })

  const server = createServer({ allowHalfOpen: true }, serve)
  await listen(server, path)
  await chmod(path, 0o600)
  return server
}

/**
 * Connects to the socket of this name in the folder. Resolves with undefined when no process listens. Rejects when
 * the folder belongs to another user.
 */
export async function connectPrivately(folder: string, name: string): Promise<Socket | undefined> {
  const path = privateSocketPath(folder, name)
  return (await requireOwn(dirname(path))) ? connectTo(path) : undefined
}

/** Returns the path in the folder, or in a private temporary folder when that path is too long for a socket. */
export function privateSocketPath(folder: string, name: string): string {
  const path = join(folder, name)
  if (Buffer.byteLength(path) <= maxPathBytes) return path
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `sluice-${process.getuid?.() ?? 0}-${digest}`, name)
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const umask = process.umask(0o177) // the socket is private from its creation on
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(umask)
    }
  })
}

function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
  })
}

/** Returns false when the folder does not exist. Throws when it belongs to another user, who could listen there. */
async function requireOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const user = process.getuid?.()
  if (found && user !== undefined && user !== 0 && found.uid !== user)
    throw new Error(`${folder} belongs to another user`)
  return found !== undefined
}
