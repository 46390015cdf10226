/** `sluice start`: starts the gateway, a primary and its workers. Standard error has only lines of the log. */
import { openLog } from '../../lib/output/log.ts'
import { openServiceNotifier } from '../../runtime/service/index.ts'
import { addOpenFilesWarning, readSettings } from '../../runtime/settings/index.ts'
import type { Command } from '../common/command.ts'
import { exitAfterGrace } from '../common/exit-after-grace.ts'
import { waitForSignal } from '../common/wait-for-signal.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'start the gateway with the documents of SLUICE_CONFIG',
  usage: '',

  async run({ write }) {
    try {
      return await serveUntilSignalled(write)
    } catch (error) {
      const { message } = error as Error
      const log = openLog({ name: 'primary' })
      if (process.env.SLUICE_LOG === 'debug') log.fatal({ err: error }, message)
      else log.fatal(message)
      return 1
    }
  },
}

async function serveUntilSignalled(write: (text: string) => void): Promise<number> {
  const settings = addOpenFilesWarning(readSettings())
  const { startGateway } = await import('../../runtime/gateway/start-gateway.ts')
  const starting = startGateway(settings, { sandbox: false })
  const gateway = await starting.serve(settings.environment).catch(async (error) => {
    exitAfterGrace(1)
    await starting.close()
    throw error
  })
  if (!gateway) {
    await starting.close()
    return 1
  }
  const signalled = waitForSignal() // a signal may follow the line at once
  const { url, listenerUrls: listeners, adminUrl } = gateway
  write(`gateway ready at ${url}${listeningText(url, listeners)}, management at ${adminUrl}\n`)

  const notifier = openServiceNotifier({ environment: process.env, log: openLog({ name: 'primary' }) })
  notifier.ready(`serves ${listeners.join(', ')}`)

  const signal = await signalled
  notifier.stopping()
  await gateway.startDraining(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
  exitAfterGrace(0)
  await gateway.close()
  notifier.close()
  return 0
}

/** Returns the listening URLs when they differ from the base URL. */
function listeningText(url: string, listeners: readonly string[]): string {
  return listeners.length === 1 && listeners[0] === url ? '' : ` (listening on ${listeners.join(', ')})`
}
