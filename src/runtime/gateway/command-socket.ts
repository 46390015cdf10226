/** How commands ask the gateway that runs over a data folder: a socket in it. */
import { askControl, type Control, openControl } from '../../http/control.ts'
import { type CommandToPrimary, commandDeadlines } from '../messages.ts'
import type { MessageHandlers } from '../rpc/rpc-channel.ts'

const socketName = 'gateway.sock'

/** Responds to commands. Rejects when the socket cannot be opened. */
export function openCommandSocket(
  folder: string,
  handlers: MessageHandlers<CommandToPrimary>,
): Promise<Control> {
  return openControl(folder, socketName, async (question) => {
    const { ask, ...argument } = (question ?? {}) as { ask?: unknown }
    if (typeof ask !== 'string' || !Object.hasOwn(handlers, ask))
      throw new Error(`this gateway does not know the question "${ask}": it may be of another version`)
    return handlers[ask as keyof CommandToPrimary](argument as never)
  })
}

/** The response of the gateway; undefined when none runs there. Rejects with a text for people. */
export async function queryRunningGateway<Name extends keyof CommandToPrimary>(
  folder: string,
  name: Name,
  argument: CommandToPrimary[Name]['argument'],
): Promise<CommandToPrimary[Name]['result'] | undefined> {
  const answer = await askControl(folder, socketName, { ...argument, ask: name }, commandDeadlines[name])
  return answer as CommandToPrimary[Name]['result'] | undefined
}
