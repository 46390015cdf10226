/** `sluice start`: the gateway, a primary and its workers. */
import type { Command } from './command.ts'
import { readSettings } from './settings.ts'
import { untilSignalled } from './until-signalled.ts'

export const start: Command = {
  name: 'start',
  summary: 'start the gateway with the documents of SLUICE_CONFIG',
  usage: '',

  async run({ write }) {
    const settings = readSettings()
    const { startGateway } = await import('../processes/gateway.ts')
    const starting = startGateway(settings, { sandbox: false })
    const gateway = await starting.serve(settings.environment).catch(async (error) => {
      await starting.close()
      throw error
    })
    if (!gateway) {
      await starting.close()
      return 1
    }
    write(`gateway ready at ${gateway.url}, management at ${gateway.adminUrl}\n`)

    await untilSignalled()
    await gateway.close()
    return 0
  },
}
