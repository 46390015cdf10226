/** Connects a program to a queue manager in the MQ host of a data folder. */
import type { Socket } from 'node:net'
import type { Connection, Subscription } from '../../../qm/index.ts'
import { connectPrivately } from '../../rpc/private-socket.ts'
import { type connectionCalls, mqiSocketName } from './serve-mqi.ts'
import { decodeLine, encodeLine, MqiCallError, type MqiResponse, readLines } from './wire.ts'

/** A connection of a program. Errors of the queue manager arrive as `MqiCallError`. */
export interface ProgramConnection
  extends Omit<Pick<Connection, (typeof connectionCalls)[number]>, 'maxMessageLength'> {
  /** The name of the queue manager. */
  readonly manager: string
  maxMessageLength(queue?: string): Promise<ReturnType<Connection['maxMessageLength']>>
  subscribe(...args: Parameters<Connection['subscribe']>): Promise<Pick<Subscription, 'name' | 'queue'>>
  /** Gets a message of the subscription that was made last. */
  getPublication: Subscription['get']
  /** Ends the connection. Temporary objects and uncommitted work go with it. */
  close(): void
}

/**
 * Connects to a queue manager, or to the default one. Resolves with undefined when no process owns the data folder.
 * Rejects with reason code 2058 or 2059.
 */
export async function connectProgram(
  folder: string,
  manager: string | undefined,
  application: string,
): Promise<ProgramConnection | undefined> {
  const socket = await connectPrivately(folder, mqiSocketName)
  if (!socket) return undefined
  const call = buildCaller(socket)
  try {
    const connected = (await call('connect', manager, application)) as { manager: string }
    const send =
      (name: string) =>
      (...args: unknown[]) =>
        call(name, ...args) as Promise<never>
    return {
      manager: connected.manager,
      put: send('put'),
      maxMessageLength: send('maxMessageLength'),
      get: send('get'),
      browse: send('browse'),
      list: send('list'),
      publish: send('publish'),
      subscribe: send('subscribe'),
      getPublication: send('getPublication'),
      close: () => socket.end(),
    }
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
    if (line === undefined)
      throw new MqiCallError(2009, 'MQRC_CONNECTION_BROKEN (2009): the MQ host has ended')
    const response = decodeLine(line) as MqiResponse
    if (!('error' in response)) return response.result
    const { reasonCode, message } = response.error
    throw reasonCode === undefined ? new Error(message) : new MqiCallError(reasonCode, message)
  }
}
