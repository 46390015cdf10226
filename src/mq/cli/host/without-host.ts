/** Runs a control command without a host: this process owns the data folder while the command runs. */
import { openLog } from '../../../lib/output/log.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import { ensureSettingsFile } from '../../../mqweb/index.ts'
import { openInstallation } from '../../../qm/index.ts'
import { prepareDataFolder } from '../../../runtime/data/index.ts'
import type { ControlRequest, DataFolders, MqCommandResult } from '../../../runtime/mq/index.ts'
import { openFileTransferControl, openWebServerControl, runMqCommand } from '../../../runtime/mq/index.ts'
import { hostCommands } from './host-commands.ts'

/** Runs the command. Rejects when another process owns the folder. */
export async function runWithoutHost(
  { command, input }: Required<ControlRequest>,
  places: DataFolders,
): Promise<MqCommandResult> {
  const log = openLog({ level: 'warn' })
  await prepareDataFolder(places.data)
  await ensureSettingsFile(places.settings, 'mqwebuser')
  const installation = await openInstallation({ folder: places.installation, clock: systemClock, log })
  try {
    const web = openWebServerControl(() => Promise.reject(new Error('the web server runs in the host')))
    const fileTransfer = openFileTransferControl({ installation, dataFolder: places.data, clock: systemClock, log })
    const host = { installation, settingsFolder: places.settings, environment: process.env, web, fileTransfer }
    return await runMqCommand(hostCommands, command, host, input).finally(fileTransfer.close)
  } finally {
    await installation.close()
  }
}
