/** `sluice start`: the gateway, a primary and its workers. */
import type { Command } from './command.ts'
import { readSettings } from './settings.ts'
import { untilSignalled } from './until-signalled.ts'

export const start: Command = {
  name: 'start',
  summary: 'start the gateway with the documents of SLUICE_CONFIG',
  usage: '',

  async run({ write }) {
    const { complain, loadDocuments } = await import('./documents.ts')
    const { startGateway } = await import('../processes/gateway.ts')

    const settings = readSettings()
    const config = complain(await loadDocuments(settings, { sandbox: false }))
    if (!config) return 1

    const starting = startGateway(settings)
    const gateway = await starting
      .serve({ config, environment: settings.environment, sandbox: false })
      .catch(async (error) => {
        await starting.close()
        throw error
      })
    write(`gateway ready at ${gateway.url}, management at ${gateway.adminUrl}\n`)

    await untilSignalled()
    await gateway.close()
    return 0
  },
}
