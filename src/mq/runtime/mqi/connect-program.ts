/** Connects a program to a queue manager in the MQ host of a data folder. */
import type { Socket } from 'node:net'
import { connectPrivately } from '../../../shared/process/rpc/private-socket.ts'
import type {
  Connection,
  Destination,
  InputSharing,
  Message,
  MessageContext,
  MessageSelection,
  NewMessage,
  ProgramCredentials,
  Publication,
  PutResult,
  SubscribeOptions,
  Subscription,
} from '../../manager/index.ts'
import { mqiSocketName } from './serve-mqi.ts'
import { decodeLine, encodeLine, MqiCallError, type MqiResponse, readLines } from './wire.ts'

type SharedCalls = Pick<Connection, 'list' | 'command' | 'commandJson' | 'createDynamicQueue'>

/** A connection of a program. Errors of the queue manager arrive as `MqiCallError`. Its scope may close it. */
export interface ProgramConnection extends SharedCalls, Disposable {
  /** The name of the queue manager. */
  readonly manager: string
  maxMessageLength(queue?: string): Promise<ReturnType<Connection['maxMessageLength']>>
  /** Puts a message, in the unit of work if one has begun. A `context` replaces that of the put. */
  put(target: Destination, message: NewMessage, context?: MessageContext): Promise<PutResult>
  publish(topicString: string, message: Publication): Promise<void>
  /** Gets a message, in the unit of work if one has begun. */
  get(queue: string, options?: MessageSelection & { waitMs?: number }): Promise<Message | undefined>
  /** Opens a queue for input, in place of the one that was open before. */
  openInput(queue: string, sharing?: InputSharing): Promise<void>
  /** Closes the queue that is open for input. Does nothing when none is. */
  closeInput(): Promise<void>
  /** Gets a message of the queue that is open for input, in the unit of work if one has begun. */
  getNext(options?: MessageSelection & { waitMs?: number }): Promise<Message | undefined>
  begin(): Promise<void>
  /** Ends the unit of work. Does nothing when none has begun. */
  commit(): Promise<void>
  backout(): Promise<void>
  /** Opens a queue for browsing from its first message, in place of the one that was browsed before. */
  browse(queue: string): Promise<void>
  /** Returns the next message of the browsed queue, or undefined at its end. */
  browseNext(): Promise<Message | undefined>
  /** Resolves with true when a message arrives on the browsed queue, and with false after the timeout. */
  waitForArrival(timeoutMs: number): Promise<boolean>
  subscribe(options: SubscribeOptions): Promise<Pick<Subscription, 'name' | 'queue'>>
  /** Gets a message of the subscription that was made last. */
  getPublication(options?: { waitMs?: number }): Promise<Message | undefined>
  /** Ends the connection. Temporary objects and uncommitted work go with it. */
  close(): void
}

/** The calls that are sent as they are. */
const calls = [
  ...['list', 'command', 'commandJson', 'maxMessageLength', 'put', 'publish', 'get', 'begin', 'commit'],
  ...[
    'createDynamicQueue',
    'backout',
    'openInput',
    'closeInput',
    'getNext',
    'browse',
    'browseNext',
    'waitForArrival',
    'subscribe',
    'getPublication',
  ],
] as const

/**
 * Connects to a queue manager, or to the default one. Resolves with undefined when no process owns the data folder.
 * Rejects with reason code 2035, 2058 or 2059. `operator` stands for the owner of the data folder, as control commands
 * connect.
 */
export async function connectProgram(
  folder: string,
  manager: string | undefined,
  application: string,
  credentials?: ProgramCredentials | 'operator',
): Promise<ProgramConnection | undefined> {
  const socket = await connectPrivately(folder, mqiSocketName)
  if (!socket) return undefined
  const call = buildCaller(socket)
  try {
    const connected = (await call('connect', manager, application, credentials)) as { manager: string }
    const methods = calls.map((name) => [name, (...args: unknown[]) => call(name, ...args)] as const)
    return {
      ...(Object.fromEntries(methods) as unknown as Omit<
        ProgramConnection,
        'manager' | 'close' | typeof Symbol.dispose
      >),
      manager: connected.manager,
      close: () => socket.end(),
      [Symbol.dispose]: () => socket.end(),
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
    if (line === undefined) throw new MqiCallError(2009, 'MQRC_CONNECTION_BROKEN (2009): the MQ host has ended')
    const response = decodeLine(line) as MqiResponse
    if (!('error' in response)) return response.result
    const { reasonCode, message } = response.error
    throw reasonCode === undefined ? new Error(message) : new MqiCallError(reasonCode, message)
  }
}
