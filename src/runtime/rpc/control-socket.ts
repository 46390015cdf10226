/**
 * How commands ask a running process: a private socket in its data folder, with one question and one answer per
 * connection, each one line of JSON.
 */
import type { Socket } from 'node:net'

import { connectPrivately, listenPrivately, privateSocketPath } from './private-socket.ts'

export { SocketTakenError } from './private-socket.ts'

export interface ControlSocket {
  close(): Promise<void>
}

type Answer = { answer: unknown } | { error: string }

const maxLineBytes = 64 * 1024 * 1024
const questionTimeoutMs = 10_000
const closeTimeoutMs = 1_000

/**
 * Listens at a socket of this name in the folder. The result of `answer` is sent back as JSON; an error that it throws
 * is thrown by `sendControlRequest`, with the same message. Rejects with `SocketTakenError` while another process
 * listens there.
 */
export async function openControlSocket(
  folder: string,
  name: string,
  answer: (question: unknown) => Promise<unknown>,
): Promise<ControlSocket> {
  const open = new Set<Socket>()
  const server = await listenPrivately(folder, name, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    socket.setTimeout(questionTimeoutMs, () => socket.destroy())
    void serve(socket, answer)
  })

  return {
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve())
        // The question that is being answered may be the one that ends this process.
        setTimeout(() => {
          for (const socket of open) socket.destroy()
        }, closeTimeoutMs).unref()
      })
    },
  }
}

/**
 * Resolves with the answer of the process that listens, or undefined when there is none. Rejects when there is no
 * answer within `deadlineMs`; without a deadline it waits.
 */
export async function sendControlRequest(
  folder: string,
  name: string,
  question: unknown,
  deadlineMs = 0,
): Promise<unknown> {
  const socket = await connectPrivately(folder, name)
  if (!socket) return undefined

  socket.setTimeout(deadlineMs, () => {
    const path = privateSocketPath(folder, name)
    socket.destroy(new Error(`the process at ${path} did not answer within ${deadlineMs / 1000} s`))
  })
  socket.end(JSON.stringify(question))
  const text = await readAll(socket)
  if (text === '') throw new Error('the process ended before it responded')
  const answer = JSON.parse(text) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.answer
}

async function serve(socket: Socket, answer: (question: unknown) => Promise<unknown>): Promise<void> {
  try {
    const question: unknown = JSON.parse(await readAll(socket))
    socket.setTimeout(0) // the timeout is for the question, not for the answer
    end(socket, { answer: (await answer(question)) ?? null })
  } catch (error) {
    end(socket, { error: (error as Error).message })
  }
}

function end(socket: Socket, answer: Answer): void {
  if (!socket.destroyed) socket.end(JSON.stringify(answer))
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxLineBytes) socket.destroy(new Error('the question is too long'))
      chunks.push(chunk)
    })
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => resolve(''))
  })
}
