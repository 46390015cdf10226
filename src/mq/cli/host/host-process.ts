/** The program of the MQ host. A command starts it detached; it reports readiness with one message. */
import { openLog } from '../../../shared/lib/output/log.ts'
import { checkOpenFilesLimit } from '../../../shared/process/settings/index.ts'
import { mqParts } from '../../parts.ts'
import { findDataFolders } from '../../runtime/index.ts'
import { openHost } from './host.ts'
import { openLogFile, readLogSettings } from './log-file.ts'
import { type HostMessage, isFolderTaken } from './start-mq-host.ts'

const places = findDataFolders(process.env)
const settings = readLogSettings(places.settings, process.env)
const file = openLogFile(places.logs, 'messages.log', settings)
const log = openLog({ level: settings.level, name: 'mqweb', write: file.write })

try {
  const warning = checkOpenFilesLimit()
  if (warning !== undefined) log.warn(warning)
  const host = await openHost(places, process.env, log, mqParts)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void host.close())
  tell({ ready: true })
  await host.ended
  process.exit(0)
} catch (error) {
  log.fatal({ err: error }, 'the host could not start')
  tell({ ready: false, reason: (error as Error).message, taken: isFolderTaken(error) })
  process.exitCode = 1
}

function tell(message: HostMessage): void {
  process.send?.(message, () => process.disconnect?.())
}
