/** `sluice ask`: answers questions of operators from the documents, the store and the kept calls. */
import { readSettings } from '../../runtime/settings/index.ts'
import { defineCommand, jsonOption } from '../common/command.ts'
import { questionHelp } from './question-help.ts'

export const askCommand = defineCommand({
  name: 'ask',
  summary: 'answer a question about callers, secrets, scopes, limits, tokens and slow calls',
  usage:
    'callers API | impact API | old-secrets | unused-scopes | nearly-used-up | sessions USER | slow-calls [--json]',
  verbs: questionHelp,
  positionals: { min: 1, max: 2 },
  options: { json: jsonOption },

  async run({ positionals: [name = '', argument], options: { json }, write }) {
    const { answerQuestion } = await import('./answer-question.ts')
    const rows = await answerQuestion(name, argument, readSettings())
    const { renderTable } = await import('../common/render-table.ts')
    if (json) write(`${JSON.stringify({ rows }, null, 2)}\n`)
    else write(rows.length === 0 ? 'none\n' : renderTable(rows))
    return 0
  },
})
