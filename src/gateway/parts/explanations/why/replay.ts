/** `sluice why --replay`: how documents would decide the calls of the last day. */
import { resolve } from 'node:path'
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { escapeControlCharacters } from '../../../../shared/lib/output/escape-control-characters.ts'
import type { ChangedDecision, DecisionComparison } from '../../../contract/access/decision-comparison.ts'
import { renderErrors } from '../../../lib/output/render-problem.ts'
import type { GatewayPart } from '../../../part.ts'
import { loadDocuments } from '../../../runtime/documents/index.ts'
import type { Settings } from '../../../runtime/settings/index.ts'
import { keptCallMs } from '../../../telemetry/kept-calls/index.ts'

const maxCalls = 500_000

/** Decides the kept calls by the documents of a folder. Throws when a gateway would reject the documents. */
export async function replayKeptCalls(
  folder: string | undefined,
  { configFolder, environment, dataFolder, keptCalls }: Settings,
  parts: readonly GatewayPart[],
  most = maxCalls,
): Promise<DecisionComparison> {
  if (!keptCalls) throw new Error('no calls are kept: SLUICE_KEPT_CALLS_MB is 0')
  const compareDecisions = parts.find((part) => part.compareDecisions)?.compareDecisions
  if (!compareDecisions) {
    throw new Error('this program cannot decide calls again: use one that has the part document-tests')
  }
  const source = { configFolder: folder === undefined ? configFolder : resolve(folder), environment }
  const { config, problems } = await loadDocuments(source, parts, { sandbox: true })
  if (!config) {
    throw new Error(`a gateway would reject these documents:\n${renderErrors(problems).join('\n')}`)
  }
  return compareDecisions(config, {
    parts,
    folder: configFolder,
    environment,
    dataFolder,
    callFolder: keptCalls.folder,
    since: Date.now() - keptCallMs,
    maxCalls: most,
  })
}

/** Returns the changed decisions by application, the most frequent first, and the numbers of calls. */
export function renderReplay({ replayed, skipped, changed }: DecisionComparison): string {
  const byApplication = Object.groupBy(changed, ({ application = 'no application' }) => application)
  const groups = Object.entries(byApplication).map(([name, calls = []]) => ({ name, calls }))
  const lines = groups
    .sort((a, b) => b.calls.length - a.calls.length)
    .flatMap(({ name, calls }) => [`${name}: ${pluralize(calls.length, 'call')}`, ...renderKinds(calls)])
  const ignored = skipped === 0 ? '' : `; ${skipped} others cannot be decided again`
  return [
    ...lines,
    `${changed.length} of ${pluralize(replayed, 'call')} of the last day would be decided differently${ignored}`,
  ]
    .map((line) => `${escapeControlCharacters(line)}\n`)
    .join('')
}

function renderKinds(calls: readonly ChangedDecision[]): string[] {
  const byKind = Object.groupBy(calls, ({ before, after }) => {
    const detail = after.detail === undefined ? '' : ` (${after.detail.replace(/: \d+ of /, ': of ')})`
    const moved = before.operation === after.operation ? '' : `, ${after.operation || 'no operation'}`
    return `${before.operation || 'no operation'}: ${before.reason} -> ${after.reason}${detail}${moved}`
  })
  return Object.entries(byKind)
    .sort(([, a = []], [, b = []]) => b.length - a.length)
    .map(([kind, all = []]) => `${String(all.length).padStart(7)}  ${kind}, such as ${all[0]?.call.requestId}`)
}
