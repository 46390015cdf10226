/** A Unix socket in a folder that only the owner of the folder may open. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { chmod, lstat, rm, stat } from 'node:fs/promises'
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

/** Listens at the socket, in place of one that a crash left. Rejects with `SocketTakenError` while it is in use. */
export async function listenPrivately(folder: string, name: string, serve: (socket: Socket) => void): Promise<Server> {
  const path = privateSocketPath(folder, name)
  await makeFolder(dirname(path), { mode: 0o700 })
  await findOwnFolder(folder, path)
  const other = await connectTo(path)
  other?.destroy()
  if (other) throw new SocketTakenError(`another process listens at ${path}`)
  await rm(path, { force: true })

  const server = createServer({ allowHalfOpen: true }, serve)
  await listen(server, path)
  await chmod(path, 0o600)
  return server
}

/** Connects to the socket; undefined when no process listens. Rejects when another user could listen there. */
export async function connectPrivately(folder: string, name: string): Promise<Socket | undefined> {
  const path = privateSocketPath(folder, name)
  return (await findOwnFolder(folder, path)) ? connectTo(path) : undefined
}

/** Returns the path in the folder; where that is too long, in its owner's temporary folder, so that root finds it. */
export function privateSocketPath(folder: string, name: string): string {
  const path = join(folder, name)
  if (Buffer.byteLength(path) <= maxPathBytes) return path
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `sluice-${findOwner(folder)}-${digest}`, name)
}

/** Returns the user who owns a folder; for a folder that does not exist yet, the user of this process, who will create it. */
function findOwner(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? process.getuid?.() ?? 0
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

/**
 * Returns whether the folder of a socket exists. Throws when another user could listen there: the folder belongs to
 * another user or, in the common temporary folder, where everybody can create one of this name, is open to others. Root
 * may use the folders of other users, and there only the temporary folder of the owner of `folder`.
 */
async function findOwnFolder(folder: string, path: string): Promise<boolean> {
  const place = dirname(path)
  const isTemporary = place !== folder
  const found = await (isTemporary ? lstat(place) : stat(place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const user = process.getuid?.()
  if (!found || user === undefined) return found !== undefined
  if (isTemporary) {
    const owner = findOwner(folder)
    const isOwn = found.uid === user || (user === 0 && found.uid === owner)
    if (isOwn && found.isDirectory() && (found.mode & 0o077) === 0) return true
    throw new Error(
      `${place} is not a folder of user ${user} with mode 0700, so another user could listen there: remove it, or set SLUICE_DATA to a shorter path`,
    )
  }
  if (user !== 0 && found.uid !== user) throw new Error(`${place} belongs to another user`)
  return true
}
