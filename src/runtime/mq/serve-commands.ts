/** Runs the control commands that arrive at the socket of the data folder. */

import { type ControlSocket, openHostSocket } from './host-socket.ts'
import type { MqCommand, MqHost } from './mq-command.ts'
import { runMqCommand } from './run-mq-command.ts'

export interface CommandListener extends ControlSocket {
  /** The numbers of commands that run now, and that have finished. */
  readonly runningCommands: number
  readonly finishedCommands: number
}

/** Runs the commands that arrive at the control socket of a data folder. Rejects when the socket cannot be opened. */
export async function serveCommands(
  dataFolder: string,
  commands: readonly MqCommand[],
  host: MqHost,
): Promise<CommandListener> {
  let running = 0
  let served = 0
  const control = await openHostSocket(dataFolder, async ({ command, input }) => {
    running += 1
    try {
      return await runMqCommand(commands, command, host, input)
    } finally {
      running -= 1
      served += 1
    }
  })
  return {
    get runningCommands() {
      return running
    },
    get finishedCommands() {
      return served
    },
    close: control.close,
  }
}
