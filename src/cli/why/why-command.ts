/** `sluice why`: explains why the gateway rejected a request, by its X-Request-Id. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption } from '../common/command.ts'

export const whyCommand: Command = {
  name: 'why',
  summary: 'explain why the gateway rejected a call, by the X-Request-Id of its response',
  usage: 'REQUEST_ID [--json]',
  positionals: { min: 1, max: 1 },
  options: { json: jsonOption },

  async run({ positionals: [requestId = ''], options: { json }, write }) {
    const [{ renderExplanation: why }, { queryRunningGateway, noGatewayError: noGateway }] = await Promise.all([
      import('./render-explanation.ts'),
      import('../common/query-gateway.ts'),
    ])
    const { dataFolder } = readSettings()
    const answer = await queryRunningGateway(dataFolder, 'why', { requestId })
    if (answer === undefined) throw noGateway(dataFolder)
    if (answer === null) {
      throw new Error(
        `the gateway has no record of a rejected call "${requestId}": it was served, later rejections replaced its record, or the gateway was restarted`,
      )
    }
    write(json === true ? `${JSON.stringify(answer, null, 2)}\n` : why(answer))
    return 0
  },
}
