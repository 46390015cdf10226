import { defineCommand, jsonOption, UsageError } from '../../../shared/cli/common/command.ts'
import { type QuestionName, questionTable } from '../../contract/access/questions.ts'
import type { GatewayPart, GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { planCommand } from './plan/plan-command.ts'
import { whyCommand } from './why/why-command.ts'

/** `sluice usage`: how much applications called, by plan and API. */
const usageCommand = defineCommand({
  name: 'usage',
  summary: 'show the calls of applications by plan and API',
  options: {
    days: { default: '30', value: 'N', range: [1, 999], help: 'the number of days up to today, 1 to 999' },
    'by-day': { help: 'print a row for each day' },
    application: { value: 'NAME', help: 'only this application' },
    json: jsonOption,
  },

  async run({ options, write }) {
    const { printUsage } = await import('./usage/usage.ts')
    return printUsage({ ...options, store: readSettings().store, now: Date.now(), write })
  },
})

/** `sluice tail`: follows the calls of all workers of the running gateway. */
const tailCommand = defineCommand({
  name: 'tail',
  summary: 'follow the calls of the running gateway until Ctrl+C',
  options: {
    api: { value: 'NAME', help: 'only calls of this API: NAME or NAME:VERSION' },
    app: { value: 'NAME', help: 'only calls of this application' },
    json: { ...jsonOption, help: 'print a JSON text for each call' },
    path: { value: 'PATTERN', help: 'only calls of this path, in which * stands for any text' },
    slower: { value: 'MS', range: [0, 999_999_999], help: 'only calls that took as many milliseconds or more' },
    status: { value: 'CODE', help: 'only calls with this status, such as 404 or 4xx' },
  },

  async run({ options: { api, app, json, path, slower, status }, write }) {
    if (status !== undefined && !/^[1-5](\d\d|xx)$/i.test(status))
      throw new UsageError(`--status must be a status such as 404 or 4xx, found "${status}"`)
    const { followCalls } = await import('./tail/follow-calls.ts')
    const filter = { api, application: app, status, path, slowerMs: slower }
    await followCalls(readSettings().dataFolder, filter, { json, write })
    return 0
  },
})

const askCommand = defineCommand({
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

export const explanationsPart: GatewayPart = {
  name: 'explanations',
  commands: [planCommand, whyCommand, tailCommand, askCommand, usageCommand],
}
