/** Lets the control commands reach the queue managers of this process, which owns their data folder. */

import { type Control, openHostSocket } from './host-socket.ts'
import type { MqHost } from './mq-command.ts'
import { runMqCommand } from './run-mq-command.ts'

export interface CommandListener extends Control {
  /** How many commands run at the moment, and how many have run. */
  readonly runningCommands: number
  readonly finishedCommands: number
}

export async function serveCommands(data: string, host: MqHost): Promise<CommandListener> {
  let running = 0
  let served = 0
  const control = await openHostSocket(data, async ({ command, input }) => {
    running += 1
    try {
      return await runMqCommand(command, host, input)
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
