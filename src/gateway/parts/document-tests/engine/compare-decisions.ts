/** Compares how documents decide kept calls with how the documents that run decide them. */
import type { Config } from '../../../config/types/index.ts'
import type { ChangedDecision, DecisionComparison } from '../../../contract/access/decision-comparison.ts'
import type { KeptCall } from '../../../contract/access/explanation.ts'
import { renderErrors } from '../../../lib/output/render-problem.ts'
import type { ComparisonOptions } from '../../../part.ts'
import { openDocumentLoader } from '../../../runtime/documents/open-documents.ts'
import { openTables } from '../../../runtime/documents/open-tables.ts'
import { listRevisions, readDocumentTexts, readRevision } from '../../../runtime/revisions/index.ts'
import { readKeptCalls } from '../../../telemetry/kept-calls/index.ts'
import { isReplayable, replayCalls } from './replay-calls.ts'

/** Compares the decisions of kept calls. `config` has the new documents. */
export async function compareDecisions(config: Config, options: ComparisonOptions): Promise<DecisionComparison> {
  const kept: KeptCall[] = []
  for await (const calls of readKeptCalls(options.callFolder, options.since)) {
    kept.push(...calls)
    if (kept.length > options.maxCalls) kept.splice(0, kept.length - options.maxCalls)
  }
  const calls = kept.filter(isReplayable).sort((a, b) => a.at - b.at)
  const tables = await openTables(options.parts)
  const running = await loadRunning(options)
  const before = await replayCalls(running, calls, tables)
  const after = config.revision === running.revision ? before : await replayCalls(config, calls, tables)
  const changed = calls.flatMap(({ application, requestId, at, method, path }, index): ChangedDecision[] => {
    const [old, next] = [before[index], after[index]]
    if (!old || !next || (old.reason === next.reason && old.operation === next.operation)) return []
    return [{ application, call: { requestId, at, method, path }, before: old, after: next }]
  })
  return { replayed: calls.length, skipped: kept.length - calls.length, changed }
}

/** Loads the documents that run: those that the gateway used last, or those of its folder before its first start. */
async function loadRunning({ folder, environment, dataFolder, parts }: ComparisonOptions): Promise<Config> {
  const [newest] = await listRevisions(dataFolder)
  const texts = newest && (await readRevision(dataFolder, newest))
  const present = texts ? Object.keys(await readDocumentTexts(folder)) : []
  const overlay = texts && [
    ...Object.entries(texts).map(([file, text]) => ({ file, text })),
    ...present.filter((file) => !Object.hasOwn(texts, file)).map((file) => ({ file, text: undefined })),
  ]
  const load = openDocumentLoader({ configFolder: folder, environment }, parts, { sandbox: true })
  const { config, problems } = await load(overlay)
  if (config) return config
  throw new Error(`the documents that run cannot be loaded here:\n${renderErrors(problems).join('\n')}`)
}
