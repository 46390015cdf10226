/** Lets the control commands reach the queue managers of this process, which owns their data folder. */

import { type Control, openHostSocket } from './host-socket.ts'
import type { MqCommand, MqHost } from './mq-command.ts'
import { runMqCommand } from './run-mq-command.ts'

export interface CommandListener extends Control {
  /** How many commands run at the moment, and how many have run. */
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
