/**
 * How commands ask a process that runs: a socket in its data folder, which only the owner of the folder may open.
 *
 * One question and one answer per connection, each one line of JSON.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface ControlSocket {
  close(): Promise<void>
}

/** Another process listens there already. */
export class ControlSocketInUseError extends Error {
  override name = 'ControlSocketInUseError'
}

type Answer = { answer: unknown } | { error: string }

const longestPath = 100 // bytes of a socket's path, on the systems that allow the least
const longestLine = 64 * 1024 * 1024
const patienceMs = 10_000
const lastWordsMs = 1_000

/**
 * Listens at a socket of this name in the folder. What `answer` gives goes back as JSON; what it throws is thrown by
 * `askControl`, with the same message. Rejects with `ControlSocketInUseError` while another process listens there.
 */
export async function openControlSocket(
  folder: string,
  name: string,
  answer: (question: unknown) => Promise<unknown>,
): Promise<ControlSocket> {
  const path = controlPath(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await requireOwn(dirname(path))
  const other = await connected(path)
  other?.destroy()
  if (other) throw new ControlSocketInUseError(`another process answers at ${path}`)
  await rm(path, { force: true })

  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    socket.setTimeout(patienceMs, () => socket.destroy())
    void serve(socket, answer)
  })
  await listening(server, path)
  await chmod(path, 0o600)

  return {
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve())
        // What is being answered may be what ends this process.
        setTimeout(() => {
          for (const socket of open) socket.destroy()
        }, lastWordsMs).unref()
      })
    },
  }
}

/**
 * The answer of the process that listens; undefined when there is none. Rejects when there is no answer within
 * `deadlineMs`; without a deadline it waits.
 */
export async function sendControlRequest(
  folder: string,
  name: string,
  question: unknown,
  deadlineMs = 0,
): Promise<unknown> {
  const path = controlPath(folder, name)
  if (!(await requireOwn(dirname(path)))) return undefined
  const socket = await connected(path)
  if (!socket) return undefined

  socket.setTimeout(deadlineMs, () =>
    socket.destroy(new Error(`the process at ${path} did not answer within ${deadlineMs / 1000} s`)),
  )
  socket.end(JSON.stringify(question))
  const text = await readAll(socket)
  if (text === '') throw new Error('the process that was asked ended before it answered')
  const answer = JSON.parse(text) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.answer
}

async function serve(socket: Socket, answer: (question: unknown) => Promise<unknown>): Promise<void> {
  try {
    const question: unknown = JSON.parse(await readAll(socket))
    socket.setTimeout(0) // from here on it is we who take our time
    end(socket, { answer: (await answer(question)) ?? null })
  } catch (error) {
    end(socket, { error: (error as Error).message })
  }
}

function end(socket: Socket, answer: Answer): void {
  if (!socket.destroyed) socket.end(JSON.stringify(answer))
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const umask = process.umask(0o177) // so that the socket is never open to others, not even for a moment
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(umask)
    }
  })
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
      if (length > longestLine) socket.destroy(new Error('the question is too long'))
      chunks.push(chunk)
    })
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => resolve(''))
  })
}

/** False when the folder is not there. Throws when it is somebody else's, whose answers these could be. */
async function requireOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const user = process.getuid?.()
  if (found && user !== undefined && user !== 0 && found.uid !== user)
    throw new Error(`${folder} belongs to another user`)
  return found !== undefined
}

/** In the folder; for one whose path is too long for a socket, in a private folder among the temporary ones. */
function controlPath(folder: string, name: string): string {
  const path = join(folder, name)
  if (Buffer.byteLength(path) <= longestPath) return path
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `sluice-${process.getuid?.() ?? 0}-${digest}`, name)
}
