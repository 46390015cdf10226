/** Runs a control command without a host: this process owns the data folder while the command runs. */
import { openLog } from '../../../shared/lib/output/log.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import { prepareDataFolder } from '../../../shared/process/data/index.ts'
import { openInstallation } from '../../manager/index.ts'
import type { MqPart } from '../../part.ts'
import {
  type ControlRequest,
  type DataFolders,
  type MqCommandResult,
  openHostServices,
  openWebServerControl,
  runMqCommand,
} from '../../runtime/index.ts'
import { ensureSettingsFile } from '../../web/index.ts'
import { loadHostCommands } from './host-commands.ts'

/** Runs the command. Rejects when another process owns the folder. */
export async function runWithoutHost(
  { command, input }: Required<ControlRequest>,
  places: DataFolders,
  parts: readonly MqPart[],
): Promise<MqCommandResult> {
  const log = openLog({ level: 'warn' })
  await prepareDataFolder(places.data)
  await ensureSettingsFile(places.settings, 'mqwebuser')
  const installation = await openInstallation({ folder: places.installation, clock: systemClock, log, parts })
  try {
    const web = openWebServerControl(() => Promise.reject(new Error('the web server runs in the host')))
    const commands = await loadHostCommands(parts)
    const partDeps = { installation, dataFolder: places.data, clock: systemClock, log }
    const { opened: partServices, close } = await openHostServices(parts, partDeps)
    const host = { installation, settingsFolder: places.settings, environment: process.env, web, partServices }
    return await runMqCommand(commands, command, host, input).finally(close)
  } finally {
    await installation.close()
  }
}
