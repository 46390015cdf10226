/**
 * Typed requests and responses between two processes, over any port that carries messages.
 *
 * Every request has a deadline, so that a peer that hangs costs the caller a bounded time. `gateway/runtime/messages.ts`
 * has all messages and deadlines.
 */

/** A row of a table of messages: a request with its argument and its result. */
export type RequestMessage<Argument, Result> = { argument: Argument; result: Result }

/** A row of a table of messages: a message without a response. */
export interface EventMessage<Argument> extends RequestMessage<Argument, void> {
  isEvent: true
}

export type MessageTable<Table> = { [Name in keyof Table]: RequestMessage<unknown, unknown> }

export type EventName<Table> = {
  [Name in keyof Table]: Table[Name] extends { isEvent: true } ? Name : never
}[keyof Table] &
  string

export type RequestName<Table> = Exclude<keyof Table & string, EventName<Table>>

/** Milliseconds after which each request without a response rejects. */
export type DeadlinesMs<Table> = { readonly [Name in RequestName<Table>]: number }

/** The functions that handle each message of a table. */
export type MessageHandlers<Table extends MessageTable<Table>> = {
  [Name in keyof Table]: (argument: Table[Name]['argument']) => Table[Name]['result'] | Promise<Table[Name]['result']>
}

/** A transport of messages to one peer. */
export interface ChannelPort {
  /** Sends a message. Returns false when the peer has ended. */
  send(message: unknown): boolean
  /** Calls `receive` for each message of the peer, and `closed` when no other message will come. */
  listen(receive: (message: unknown) => void, closed: () => void): void
}

export interface RpcChannelOptions<Sent extends MessageTable<Sent>, Received extends MessageTable<Received>> {
  /** The name of the peer in errors: `worker 4711`. */
  peer: string
  deadlines: DeadlinesMs<Sent>
  handlers: MessageHandlers<Received>
}

export interface RpcChannel<Sent extends MessageTable<Sent>> {
  /**
   * Resolves with the response. Rejects with `RpcError`: `failed` (the handler's message), `timeout`, or `closed`. Without
   * `deadlineMs`, the deadline is that of the table.
   */
  request<Name extends RequestName<Sent>>(
    name: Name,
    argument: Sent[Name]['argument'],
    deadlineMs?: number,
  ): Promise<Sent[Name]['result']>
  /** Sends an event. */
  notify<Name extends EventName<Sent>>(name: Name, argument: Sent[Name]['argument']): void
}

/** A message on the port. Messages of other formats are ignored. */
type Packet =
  | { rpc: 'request'; id: number; name: string; argument: unknown }
  | { rpc: 'event'; name: string; argument: unknown }
  | { rpc: 'result'; id: number; result: unknown }
  | { rpc: 'error'; id: number; message: string }

type Pending = { name: string; timer: NodeJS.Timeout; resolve(result: unknown): void; reject(error: RpcError): void }

export function openRpcChannel<Sent extends MessageTable<Sent>, Received extends MessageTable<Received>>(
  port: ChannelPort,
  { peer, deadlines, handlers }: RpcChannelOptions<Sent, Received>,
): RpcChannel<Sent> {
  const pending = new Map<number, Pending>()
  let lastId = 0

  port.listen(
    (message) => receive(message as Packet | null),
    () => {
      for (const [id, { name }] of pending)
        take(id)?.reject(new RpcError('closed', `${peer} ended before it had responded to "${name}"`))
    },
  )

  return {
    request(name, argument, deadlineMs = deadlines[name]) {
      return new Promise((resolve, reject) => {
        lastId += 1
        const id = lastId
        const late = () =>
          take(id)?.reject(
            new RpcError('timeout', `${peer} has not responded to "${name}" within ${deadlineMs / 1000} s`),
          )
        const timer = setTimeout(late, deadlineMs).unref()
        pending.set(id, { name, timer, resolve: resolve as Pending['resolve'], reject })
        if (!port.send({ rpc: 'request', id, name, argument } satisfies Packet))
          take(id)?.reject(new RpcError('closed', `${peer} has ended and cannot be asked for "${name}"`))
      })
    },

    notify(name, argument) {
      port.send({ rpc: 'event', name, argument } satisfies Packet)
    },
  }

  function receive(packet: Packet | null): void {
    switch (packet?.rpc) {
      case 'request':
        void respond(packet)
        break
      case 'event':
        void handle(packet).catch(() => {}) // handlers of events report their failures themselves
        break
      case 'result':
        take(packet.id)?.resolve(packet.result)
        break
      case 'error':
        take(packet.id)?.reject(new RpcError('failed', packet.message))
    }
  }

  async function respond(packet: Packet & { rpc: 'request' }): Promise<void> {
    const { id } = packet
    const response = await handle(packet).then(
      (result): Packet => ({ rpc: 'result', id, result }),
      (error: Error): Packet => ({ rpc: 'error', id, message: error.message }),
    )
    port.send(response)
  }

  async function handle({ name, argument }: { name: string; argument: unknown }): Promise<unknown> {
    if (!Object.hasOwn(handlers, name)) throw new Error(`there is no message "${name}"`)
    return handlers[name as keyof Received](argument as never)
  }

  function take(id: number): Pending | undefined {
    const found = pending.get(id)
    pending.delete(id)
    clearTimeout(found?.timer)
    return found
  }
}

/** `failed`: the peer's handler threw; `timeout`: no response within the deadline; `closed`: the peer has ended. */
type RpcErrorCode = 'failed' | 'timeout' | 'closed'

/** A request to another process that failed. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: RpcErrorCode

  constructor(code: RpcErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
