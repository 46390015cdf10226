/** `sluice doctor`: looks at everything around the gateway that can keep it from its work, and says what to mend. */
import type { GatewayPart, GatewayParts } from '../../../gateway/part.ts'
import { readSettings, type Settings } from '../../../gateway/runtime/settings/index.ts'
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
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

type SubjectFinding = Finding & { subject: string }

/** Runs every check. */
async function findAll(parts: readonly GatewayPart[]): Promise<SubjectFinding[]> {
  const { settings, wrong } = readUsableSettings({ ...process.env })
  if (!settings) return wrong
  const [{ checks }, { loadDocuments }] = await Promise.all([
    import('./checks.ts'),
    import('../../../gateway/runtime/documents/open-documents.ts'),
  ])
  const load = onceAsync(() => loadDocuments(settings, parts, { sandbox: false }))
  const found = await Promise.all(
    Object.entries(checks).map(async ([subject, check]): Promise<SubjectFinding[]> => {
      const remedy = 'mend this, and run sluice doctor again'
      const result = await check(settings, load).catch(
        ({ message: text }: Error): Finding => ({ state: 'problem', text, remedy }),
      )
      return [result].flat().map((each) => ({ subject, ...each }))
    }),
  )
  // With the wrong settings left out, the check of settings passes: its "ok" would contradict the problems above.
  const isShown = ({ subject, state }: SubjectFinding) => wrong.length === 0 || subject !== 'settings' || state !== 'ok'
  return [...wrong, ...found.flat().filter(isShown)]
}

/** Returns the group of a variable: `SLUICE_TLS` of `SLUICE_TLS_KEY`. */
const groupOf = (name: string) => /^[A-Z]+_[A-Z]+/.exec(name)?.[0]

/** Reads the settings without those that are wrong, so that the rest can be looked at. */
function readUsableSettings(environment: NodeJS.ProcessEnv): { settings?: Settings; wrong: SubjectFinding[] } {
  const wrong: SubjectFinding[] = []
  for (;;) {
    try {
      return { settings: readSettings(environment), wrong }
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      const named: string[] = error.message.match(/\b(?:SLUICE|OTEL)_\w+/g) ?? []
      const groups = named.map(groupOf)
      const set = Object.keys(environment).filter((name) => environment[name])
      const ofGroups = set.filter((name) => groups.includes(groupOf(name)))
      const removed = set.some((name) => named.includes(name)) ? named : ofGroups
      const remedy = 'see docs/operation.md, Environment; the other checks are made as if it were not set'
      wrong.push({ subject: 'settings', state: 'problem', text: error.message, remedy })
      if (removed.length === 0) return { wrong }
      for (const name of removed) delete environment[name]
    }
  }
}
