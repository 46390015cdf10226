/** `sluice doctor`: looks at everything around the gateway that can keep it from its work, and says what to mend. */

import type { GatewayPart, GatewayParts } from '../../../gateway/part.ts'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { SettingError } from '../../../shared/process/settings/index.ts'
import type { Finding } from './checks.ts'

/** The beginning of a line by what was found. */
const marks = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'look at ports, clock, files, certificates, documents and store, and say what to mend',
  options: { json: jsonOption },

  async run({ options: { json }, write }, { gatewayParts }: GatewayParts) {
    const found = await findAll(gatewayParts)
    const count = (state: Finding['state']) => found.filter((each) => each.state === state).length
    const [problems, warnings] = [count('problem'), count('warning')]
    if (json) write(`${JSON.stringify({ problems, warnings, checks: found }, null, 2)}\n`)
    else {
      for (const { subject, state, text, remedy } of found)
        write(`${marks[state]}${subject}: ${text}${remedy === undefined ? '' : `\n          → ${remedy}`}\n`)
      write(`${pluralize(problems, 'problem')}, ${pluralize(warnings, 'warning')}\n`)
    }
    return problems === 0 ? 0 : 1
  },
})

/** Runs every check. Without valid settings, nothing else can be looked at. */
async function findAll(parts: readonly GatewayPart[]): Promise<(Finding & { subject: string })[]> {
  try {
    const settings = readSettings()
    const { checks } = await import('./checks.ts')
    const found = await Promise.all(
      Object.entries(checks).map(async ([subject, check]) => {
        const result = await check(settings, parts).catch((error: Error): Finding => describeFailure(error))
        return [result].flat().map((each) => ({ subject, ...each }))
      }),
    )
    return found.flat()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    const remedy = 'see docs/operation.md, Environment'
    return [{ subject: 'settings', state: 'problem', text: error.message, remedy }]
  }
}

function describeFailure({ message }: Error): Finding {
  return { state: 'problem', text: message, remedy: 'mend this, and run sluice doctor again' }
}
