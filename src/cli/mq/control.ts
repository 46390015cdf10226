/**
 * How commands reach the process that owns a data folder: a socket in it, which only the owner of the folder may
 * open. One request and one answer per connection, each one line of JSON.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ControlRequest {
  /** The name of the command and its arguments. */
  command: readonly string[]
  /** What the command reads: an MQSC script. */
  input?: string
}

export interface ControlAnswer {
  /** The exit status. */
  status: number
  output: string
  /** What belongs on the standard error. */
  complaint?: string
}

export interface Control {
  close(): Promise<void>
}

const longestPath = 100 // of a socket, on the systems that allow the least
const longestRequest = 64 * 1024 * 1024

/** Listens at the folder's socket. The caller owns the folder, so a socket that is there belongs to nobody. */
export async function openControl(
  folder: string,
  run: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<Control> {
  const path = controlPath(folder)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await requireOwn(dirname(path))
  await rm(path, { force: true })

  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    void serve(socket, run)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const umask = process.umask(0o177) // so that the socket is never open to others, not even for a moment
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(umask)
    }
  })
  await chmod(path, 0o600)

  return {
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve())
        // A command that is being answered may be the one that ends this process.
        setTimeout(() => {
          for (const socket of open) socket.destroy()
        }, 1_000).unref()
      })
    },
  }
}

/** The answer of the process that owns the folder; undefined when no process does. */
export async function askControl(
  folder: string,
  request: ControlRequest,
): Promise<ControlAnswer | undefined> {
  const path = controlPath(folder)
  if (!(await requireOwn(dirname(path)))) return undefined
  const socket = await connected(path)
  if (!socket) return undefined

  socket.end(`${JSON.stringify(request)}\n`)
  const text = await readAll(socket)
  if (text === '') throw new Error('the process that owns the data folder ended before it answered')
  return JSON.parse(text) as ControlAnswer
}

async function serve(
  socket: Socket,
  run: (request: ControlRequest) => Promise<ControlAnswer>,
): Promise<void> {
  try {
    const request = JSON.parse(await readAll(socket)) as ControlRequest
    socket.end(`${JSON.stringify(await run(request))}\n`)
  } catch (error) {
    socket.end(`${JSON.stringify({ status: 71, output: '', complaint: `${(error as Error).message}\n` })}\n`)
  }
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
  })
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > longestRequest) socket.destroy(new Error('the request is too long'))
      chunks.push(chunk)
    })
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => resolve(''))
  })
}

/** False when the folder is not there. Throws when it is somebody else's, whose commands or answers these could be. */
async function requireOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const user = process.getuid?.()
  if (found && user !== undefined && found.uid !== user) throw new Error(`${folder} belongs to another user`)
  return found !== undefined
}

/** In the folder; for one whose path is too long for a socket, in a private folder among the temporary ones. */
function controlPath(folder: string): string {
  const path = join(folder, 'control.sock')
  if (Buffer.byteLength(path) <= longestPath) return path
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `sluice-${process.getuid?.() ?? 0}-${digest}`, 'control.sock')
}
