/** Serves the sockets of the data folder: control commands, and the calls of programs. */
import { type ControlSocket, openHostSocket } from './host-socket.ts'
import { type MqCommand, type MqHost, operatorPrincipal, runMqCommand } from './mq-command.ts'
import { serveMqi } from './mqi/serve-mqi.ts'

export interface CommandListener extends ControlSocket {
  /** The numbers of commands that run now, and that have finished. */
  readonly runningCommands: number
  readonly finishedCommands: number
}

/** Opens the sockets of a data folder. Rejects when one cannot be opened. */
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
  const programs = await serveMqi(dataFolder, host.installation, operatorPrincipal).catch(async (error: unknown) => {
    await control.close()
    throw error
  })
  return {
    get runningCommands() {
      return running
    },
    get finishedCommands() {
      return served
    },
    async close() {
      await Promise.all([control.close(), programs.close()])
    },
  }
}
