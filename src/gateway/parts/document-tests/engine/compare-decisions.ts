/** Compares how documents decide kept calls with how the gateway decided them. */

import type { Config } from '../../../config/types/index.ts'
import type { ChangedDecision, Decision, DecisionComparison } from '../../../contract/access/decision-comparison.ts'
import type { KeptCall } from '../../../contract/access/explanation.ts'
import type { ComparisonOptions } from '../../../part.ts'
import { openDocumentLoader } from '../../../runtime/documents/open-documents.ts'
import { type GatewayTables, openTables } from '../../../runtime/documents/open-tables.ts'
import { listRevisions, readDocumentTexts, readRevision } from '../../../runtime/revisions/index.ts'
import { readKeptCalls } from '../../../telemetry/kept-calls/index.ts'
import { isReplayable, readDecision, replayCalls } from './replay-calls.ts'

/** Compares the decisions of kept calls. `config` has the new documents. */
export async function compareDecisions(config: Config, options: ComparisonOptions): Promise<DecisionComparison> {
  const kept: KeptCall[] = []
  for await (const calls of readKeptCalls(options.callFolder, options.since)) {
    kept.push(...calls)
    if (kept.length > options.maxCalls) kept.splice(0, kept.length - options.maxCalls)
  }
  const calls = kept.filter(isReplayable).sort((a, b) => a.at - b.at)
  const tables = await openTables(options.parts)
  const after = await replayCalls(config, calls, tables)
  const differing = calls.flatMap((call, index) => {
    const [old, next] = [readDecision(call), after[index]]
    return next && !isSame(old, next) ? [{ call, index, next }] : []
  })
  const before = await replayOldRevisions(calls, new Set(differing.map(({ call }) => call.revision)), options, tables)
  const changed = differing.flatMap(({ call, index, next }): ChangedDecision[] => {
    const decided = before.get(call.revision)?.[index] ?? readDecision(call)
    if (isSame(decided, next)) return [] // what is not kept of the call makes the difference, not the documents
    const { requestId, at, method, path, application } = call
    return [{ application, call: { requestId, at, method, path }, before: decided, after: next }]
  })
  return { replayed: calls.length, skipped: kept.length - calls.length, changed }
}

function isSame(a: Decision, b: Decision): boolean {
  return a.reason === b.reason && a.operation === b.operation
}

/** The revisions of a day are few; calls of more revisions are compared with the decision that was kept. */
const maxRevisions = 5

/** Decides all calls by the documents of the day, as far as the gateway keeps them. */
async function replayOldRevisions(
  calls: readonly KeptCall[],
  revisions: ReadonlySet<string | undefined>,
  { folder, environment, dataFolder, parts }: ComparisonOptions,
  tables: GatewayTables,
): Promise<ReadonlyMap<string | undefined, Decision[]>> {
  const decided = new Map<string | undefined, Decision[]>()
  if (revisions.size === 0) return decided
  const known = await listRevisions(dataFolder)
  const present = Object.keys(await readDocumentTexts(folder))
  for (const revision of [...revisions].slice(-maxRevisions)) {
    const found = revision === undefined ? undefined : known.find((each) => each.revision.startsWith(revision))
    const texts = found && (await readRevision(dataFolder, found).catch(() => undefined))
    if (!texts) continue
    const overlay = [
      ...Object.entries(texts).map(([file, text]) => ({ file, text })),
      ...present.filter((file) => !Object.hasOwn(texts, file)).map((file) => ({ file, text: undefined })),
    ]
    const { config } = await openDocumentLoader({ configFolder: folder, environment }, parts, { sandbox: true })(
      overlay,
    )
    if (config) decided.set(revision, await replayCalls(config, calls, tables))
  }
  return decided
}
