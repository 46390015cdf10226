/** Lets the control commands reach the queue managers of this process, which owns their data folder. */
import type { Host } from './command.ts'
import { type Control, openControl } from './control.ts'
import { runMqCommand } from './run.ts'

export interface CommandDoor extends Control {
  /** How many commands run at the moment, and how many have run. */
  readonly running: number
  readonly served: number
}

export async function serveCommands(data: string, host: Host): Promise<CommandDoor> {
  let running = 0
  let served = 0
  const control = await openControl(data, async ({ command, input }) => {
    running += 1
    try {
      return await runMqCommand(command, host, input)
    } finally {
      running -= 1
      served += 1
    }
  })
  return {
    get running() {
      return running
    },
    get served() {
      return served
    },
    close: control.close,
  }
}
