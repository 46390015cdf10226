/** `sluice why`: explains how the gateway decided a call, by its X-Request-Id. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption } from '../common/command.ts'

export const whyCommand: Command = {
  name: 'why',
  summary: 'explain why the gateway rejected or how it served a call, by the X-Request-Id of its response',
  usage: 'REQUEST_ID [--json]',
  positionals: { min: 1, max: 1 },
  options: { json: jsonOption },

  async run({ positionals: [requestId = ''], options: { json }, write }) {
    const [{ renderExplanation }, { findCall }] = await Promise.all([
      import('./render-explanation.ts'),
      import('./find-call.ts'),
    ])
    const found = await findCall(requestId, readSettings())
    write(json === true ? `${JSON.stringify(found, null, 2)}\n` : renderExplanation(found))
    return 0
  },
}
