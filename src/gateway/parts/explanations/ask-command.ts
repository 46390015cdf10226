/** `sluice ask`: answers questions of operators from the documents, the store and the kept calls. */

import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import { type QuestionName, questionTable } from '../../contract/access/questions.ts'
import type { GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'

export const askCommand = defineCommand({
  name: 'ask',
  summary: 'answer a question about callers, secrets, scopes, limits, tokens and slow calls',
  verbs: questionTable,
  options: { json: jsonOption },

  async run({ positionals: [first, argument = ''], options: { json }, write }, { gatewayParts }: GatewayParts) {
    const name = first as QuestionName // the verbs are checked
    const settings = readSettings()
    const { answerQuestion, describeSlowCalls } = await import('../../runtime/questions/index.ts')
    const rows =
      name === 'slow-calls'
        ? describeSlowCalls(await readSlowestCalls(settings.dataFolder))
        : await answerQuestion(name, argument, settings, gatewayParts)
    if (!rows) throw new Error('the documents have errors: "sluice check" lists them')
    const { renderTable } = await import('../../cli/common/render-table.ts')
    if (json) write(`${JSON.stringify({ rows }, null, 2)}\n`)
    else write(rows.length === 0 ? 'none\n' : renderTable(rows))
    return 0
  },
})

async function readSlowestCalls(dataFolder: string) {
  const { noGatewayError, queryRunningGateway } = await import('../../cli/common/query-gateway.ts')
  const calls = await queryRunningGateway(dataFolder, 'slowest', {})
  if (!calls) throw noGatewayError(dataFolder)
  return calls
}
