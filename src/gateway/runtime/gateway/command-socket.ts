/** The socket in the data folder at which commands send requests to a running gateway. */
import {
  type ControlSocket,
  openControlSocket,
  sendControlRequest,
} from '../../../shared/process/rpc/control-socket.ts'
import { connectPrivately } from '../../../shared/process/rpc/private-socket.ts'
import { type CommandToPrimary, commandDeadlines } from '../messages.ts'
import type { MessageHandlers } from '../rpc/rpc-channel.ts'

const socketName = 'gateway.sock'
/** Requests name a folder, a token or a call; the primary reads them on its own thread. */
const maxRequestBytes = 1024 * 1024

/** Opens the socket and responds to commands. Rejects when it cannot be opened. */
export function openCommandSocket(folder: string, handlers: MessageHandlers<CommandToPrimary>): Promise<ControlSocket> {
  return openControlSocket(folder, socketName, handle, maxRequestBytes)

  async function handle(question: unknown): Promise<unknown> {
    const { ask, ...argument } = (question ?? {}) as { ask?: unknown }
    if (typeof ask !== 'string' || !Object.hasOwn(handlers, ask))
      throw new Error(`this gateway has no command "${ask}": it may be another version of Sluice`)
    return handlers[ask as keyof CommandToPrimary](argument as never)
  }
}

/** Returns whether a gateway uses the data folder. */
export async function isGatewayRunning(folder: string): Promise<boolean> {
  const socket = await connectPrivately(folder, socketName).catch(() => undefined) // reported when the socket is opened
  socket?.destroy()
  return socket !== undefined
}

/** Sends a request to the gateway of a data folder; undefined when none runs. Rejects with a message for the user. */
export async function queryRunningGateway<Name extends keyof CommandToPrimary>(
  folder: string,
  name: Name,
  argument: CommandToPrimary[Name]['argument'],
): Promise<CommandToPrimary[Name]['result'] | undefined> {
  const answer = await sendControlRequest(folder, socketName, { ...argument, ask: name }, commandDeadlines[name])
  return answer as CommandToPrimary[Name]['result'] | undefined
}
