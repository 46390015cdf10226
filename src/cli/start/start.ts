/** `sluice start`: the gateway, a primary and its workers. Standard error has lines of the log and nothing else. */
import { openLog } from '../../lib/log.ts'
import { readSettings, withOpenFilesWarning } from '../../runtime/settings/index.ts'
import type { Command } from '../common/command.ts'
import { endAfterGrace } from '../common/end-after-grace.ts'
import { untilSignalled } from '../common/until-signalled.ts'

export const start: Command = {
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
  const settings = withOpenFilesWarning(readSettings())
  const { startGateway } = await import('../../runtime/gateway.ts')
  const starting = startGateway(settings, { sandbox: false })
  const gateway = await starting.serve(settings.environment).catch(async (error) => {
    endAfterGrace(1)
    await starting.close()
    throw error
  })
  if (!gateway) {
    await starting.close()
    return 1
  }
  const signalled = untilSignalled() // in time for a signal right after the line
  const { url, listeners, adminUrl } = gateway
  write(`gateway ready at ${url}${listeningText(url, listeners)}, management at ${adminUrl}\n`)

  const signal = await signalled
  await gateway.announceEnd(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
  endAfterGrace(0)
  await gateway.close()
  return 0
}

/** The sockets, where they are not what callers use. */
function listeningText(url: string, listeners: readonly string[]): string {
  return listeners.length === 1 && listeners[0] === url ? '' : ` (listening on ${listeners.join(', ')})`
}
