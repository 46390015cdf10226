/** `sluice start`: starts the gateway, a primary and its workers. Writes only lines of the log, to standard error. */
import { defineCommand } from '../../../shared/cli/common/command.ts'
import { exitAfterGrace, waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'
import { assignInheritedSockets } from '../../../shared/process/listening/index.ts'
import { openServiceNotifier } from '../../../shared/process/service/index.ts'
import { addOpenFilesWarning, describeStartError } from '../../../shared/process/settings/index.ts'
import type { GatewayPart, GatewayParts } from '../../part.ts'
import { readSettings, type Settings } from '../../runtime/settings/index.ts'

export const startCommand = defineCommand({
  name: 'start',
  summary: 'start the gateway with the documents of SLUICE_CONFIG',

  async run(_, { gatewayParts }: GatewayParts) {
    try {
      return await serveUntilSignalled(gatewayParts)
    } catch (error) {
      const { openLog } = await import('../../../shared/lib/output/log.ts')
      const details = process.env.SLUICE_LOG === 'debug' ? { err: error } : {}
      openLog({ name: 'primary' }).fatal(details, describeStartError(error))
      return 1
    }
  },
})

async function serveUntilSignalled(parts: readonly GatewayPart[]): Promise<number> {
  const settings = takeInheritedSockets(addOpenFilesWarning(readSettings()))
  const { startGateway } = await import('../../runtime/gateway/start-gateway.ts')
  const starting = startGateway(settings, parts, { sandbox: false })
  let signalled: Promise<NodeJS.Signals> | undefined
  const onReady = () => {
    signalled = waitForSignal() // a signal may follow the line "gateway ready" at once
  }
  const gateway = await starting.serve(settings.environment, { onReady }).catch(async (error) => {
    exitAfterGrace(1)
    await starting.close()
    throw error
  })
  if (!gateway) {
    await starting.close()
    return 1
  }
  const { openLog } = await import('../../../shared/lib/output/log.ts')
  const notifier = openServiceNotifier({ environment: process.env, log: openLog({ name: 'primary' }) })
  notifier.ready(`serves ${gateway.listenerUrls.join(', ')}`)

  const signal = await signalled
  notifier.stopping()
  await gateway.startDraining(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
  exitAfterGrace(0)
  await gateway.close()
  notifier.close()
  return 0
}

function takeInheritedSockets(settings: Settings): Settings {
  const { listening } = settings
  const listeners = assignInheritedSockets(listening.listeners, process.env, process.pid)
  return { ...settings, listening: { ...listening, listeners } }
}
