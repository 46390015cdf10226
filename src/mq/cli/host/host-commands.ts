/** The commands that the process runs that owns a data folder: those that users type, and the one of `sluice backup`. */
import { type HostPart, type MqCommand, successResult } from '../../runtime/index.ts'
import { loadMqCommands } from '../commands/index.ts'

export const backUpCommandName = 'sluice-backup'

/** Copies every queue manager to a folder, while they run. */
const backUpQueueManagers: MqCommand = {
  name: backUpCommandName,
  summary: 'copy every queue manager to a folder',
  usage: 'Folder',
  options: {},

  async run([folder = ''], { installation }) {
    await installation.backUp(folder)
    return successResult()
  },
}

export async function loadHostCommands(parts: readonly HostPart[]): Promise<readonly MqCommand[]> {
  return [...(await loadMqCommands(parts)), backUpQueueManagers]
}
