/** The queue managers of an installation with their web server, made ready for use at the first start. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Settings } from '../cli/settings.ts'
import { systemClock } from '../lib/clock.ts'
import { openLog } from '../lib/log.ts'
import { ensureSettingsFile, openMqweb } from '../mqweb/index.ts'
import { type Installation, openInstallation, type Principal } from '../qm/index.ts'

export interface RunningMqweb {
  url: string
  port: number
  installation: Installation
  /** Ends the web server, then the queue managers; calls in flight finish. */
  close(): Promise<void>
}

const queueManager = 'QM1'
const script = new URL('../samples/queue-manager.mqsc', import.meta.url)
const operator: Principal = { name: 'mqm', groups: ['mqm'], privileged: true }

/** Opens the sandbox's installation and its web server. */
export async function startMqweb(settings: Settings): Promise<RunningMqweb> {
  const { dataFolder, mqwebPort: port, environment, logLevel } = settings
  const log = openLog({ level: logLevel, name: 'mqweb' })
  const clock = systemClock

  const installation = await openInstallation({ folder: join(dataFolder, 'qm'), clock, log })
  try {
    await prepare(installation)
    const folder = join(dataFolder, 'mqweb')
    await ensureSettingsFile(folder, 'sandbox')
    const server = await openMqweb({ installation, folder, port, log, clock, environment })
    return {
      url: server.url,
      port: server.port,
      installation,
      async close() {
        await server.close()
        await installation.close()
      },
    }
  } catch (error) {
    await installation.close()
    throw error
  }
}

/** Makes the queue manager of the sandbox when there is none yet, and starts it. */
async function prepare(installation: Installation): Promise<void> {
  const known = installation.find(queueManager)
  const manager = known ?? (await installation.create(queueManager, { isDefault: true }))
  await manager.start()
  if (known) return

  const connection = manager.connect(operator)
  for (const command of (await readFile(script, 'utf8')).split('\n')) {
    if (command === '' || command.startsWith('*')) continue
    const { completionCode, responses } = await connection.command(command)
    if (completionCode === 2)
      throw new Error(`${command}: ${responses.flatMap((each) => each.messages).join(' ')}`)
  }
  await connection.close()
}
