/** Requests between the code of one part in two processes. The channels of the gateway carry them in one message. */
import type { DeadlinesMs, MessageTable, RequestName } from './rpc-channel.ts'

export interface PartRequest {
  /** The name of the part. */
  part: string
  name: string
  argument: unknown
}

/** The functions of a part that handle its requests, by their names. Each knows the type of its argument. */
export type PartHandlers = Readonly<Record<string, { handle(argument: unknown): unknown }['handle']>>

/** Sends a request of a part to another process. Rejects with `RpcError`. */
export type SendPartRequest = (request: PartRequest, deadlineMs: number) => Promise<unknown>

/** Returns the handler for the requests of all parts, by the names of the parts. It throws for a request that no part handles. */
export function buildPartHandler(
  parts: readonly (readonly [part: string, handlers: PartHandlers | undefined])[],
): (request: PartRequest) => unknown {
  const handlersOf = new Map(parts)

  return function handlePartRequest({ part, name, argument }) {
    const handle = handlersOf.get(part)?.[name]
    if (!handle) throw new Error(`this process has no part "${part}" that handles "${name}"`)
    return handle(argument)
  }
}

/** Returns a function that sends the requests of one part, with the types and deadlines of its table. */
export function buildPartRequest<Table extends MessageTable<Table>>(
  part: string,
  deadlines: DeadlinesMs<Table>,
  send: SendPartRequest,
) {
  return <Name extends RequestName<Table>>(name: Name, argument: Table[Name]['argument']) =>
    send({ part, name, argument }, deadlines[name]) as Promise<Table[Name]['result']>
}
