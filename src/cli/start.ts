/** `sluice start`: the gateway, a primary and its workers. */
import { openLog } from '../lib/log.ts'
import { startWorkers } from '../processes/primary.ts'
import type { Command } from './command.ts'
import { loadDocuments } from './documents.ts'
import { readSettings } from './settings.ts'
import { untilSignalled } from './until-signalled.ts'

export const start: Command = {
  name: 'start',
  summary: 'start the gateway with the documents of SLUICE_CONFIG',
  usage: '',

  async run({ write }) {
    const settings = readSettings()
    const config = await loadDocuments(settings, { sandbox: false })
    if (!config) return 1

    const log = openLog({ level: settings.logLevel, name: 'primary' })
    const workers = startWorkers(settings, log)
    const gateway = await workers.serve({ config, ...settings }).catch(async (error) => {
      await workers.close()
      throw error
    })
    write(`gateway ready at ${gateway.url}, management at ${gateway.adminUrl}\n`)

    log.info({ signal: await untilSignalled() }, 'stopping')
    await gateway.close()
    return 0
  },
}
