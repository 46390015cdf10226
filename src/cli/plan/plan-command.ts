/** `sluice plan`: what documents would change in the gateway that runs. */
import { resolve } from 'node:path'
import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption } from '../common/command.ts'

export const planCommand: Command = {
  name: 'plan',
  summary: 'show what the documents would change in the running gateway of SLUICE_DATA',
  usage: '[FOLDER] [--json]',
  positionals: { min: 0, max: 1 },
  options: { json: jsonOption },

  async run({ positionals: [folder], options: { json }, write }) {
    const [{ printPlan: plan }, { askGateway, noGatewayError: noGateway }, { showProgress: whileSaying }] =
      await Promise.all([
        import('./plan.ts'),
        import('../common/query-gateway.ts'),
        import('../common/progress.ts'),
      ])
    const { dataFolder } = readSettings()
    const asked = folder === undefined ? {} : { folder: resolve(folder) }
    const answer = await whileSaying('loading the documents', askGateway(dataFolder, 'plan', asked))
    if (!answer) throw noGateway(dataFolder)
    return plan(answer, { json: json === true, write })
  },
}
