/** Connects a program to a queue manager in the MQ host of a data folder. */
import type { Socket } from 'node:net'
import { connectPrivately } from '../../../shared/process/rpc/private-socket.ts'
import { type ProgramCalls, type ProgramUser, programCallNames } from './program-calls.ts'
import { mqiSocketName } from './serve-mqi.ts'
import { decodeLine, encodeLine, MqiCallError, type MqiResponse, readLines } from './wire.ts'

/** A connection of a program. Errors of the queue manager arrive as `MqiCallError`. Its scope may close it. */
export interface ProgramConnection extends Omit<ProgramCalls, 'connect'>, Disposable {
  /** The name of the queue manager. */
  readonly manager: string
  /** Ends the connection. Temporary objects and uncommitted work go with it. */
  close(): void
}

/**
 * Connects to a queue manager, or to the default one. Resolves with undefined when no process owns the data folder.
 * Rejects with reason code 2035, 2058 or 2059. `operator` stands for the owner of the data folder, as control commands
 * connect.
 */
export async function connectProgram(
  folder: string,
  manager: string | undefined,
  application: string,
  credentials?: ProgramUser,
): Promise<ProgramConnection | undefined> {
  const socket = await connectPrivately(folder, mqiSocketName)
  if (!socket) return undefined
  const call = buildCaller(socket)
  try {
    const senders = programCallNames.map((name) => [name, (...args: unknown[]) => call(name, ...args)] as const)
    const calls = Object.fromEntries(senders) as unknown as ProgramCalls
    const connected = await calls.connect(manager, application, credentials)
    return { ...calls, ...connected, close: () => socket.end(), [Symbol.dispose]: () => socket.end() }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Returns a function that sends one call and resolves with its result. The host answers calls in their order. */
function buildCaller(socket: Socket): (call: string, ...args: unknown[]) => Promise<unknown> {
  const waiting: ((line: string | undefined) => void)[] = []
  let ended = false
  readLines(
    socket,
    (line) => waiting.shift()?.(line),
    () => {
      ended = true
      socket.destroy()
      for (const settle of waiting.splice(0)) settle(undefined)
    },
  )
  return async (call, ...args) => {
    const line = await new Promise<string | undefined>((resolve) => {
      if (ended) return resolve(undefined)
      waiting.push(resolve)
      socket.write(encodeLine({ call, args }))
    })
    if (line === undefined) throw new MqiCallError(2009, 'MQRC_CONNECTION_BROKEN (2009): the MQ host has ended')
    const response = decodeLine(line) as MqiResponse
    if (!('error' in response)) return response.result
    const { reasonCode, message } = response.error
    throw reasonCode === undefined ? new Error(message) : new MqiCallError(reasonCode, message)
  }
}
