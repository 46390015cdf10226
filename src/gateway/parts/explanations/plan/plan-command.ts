/** `sluice plan`: prints what documents would change, in the running gateway or between two folders or git revisions. */
import { resolve } from 'node:path'
import { defineCommand, jsonOption, UsageError } from '../../../../shared/cli/common/command.ts'
import type { GatewayPart, GatewayParts } from '../../../part.ts'
import type { PlannedChanges } from '../../../runtime/gateway/index.ts'
import { readSettings, type Settings } from '../../../runtime/settings/index.ts'
import { isComparable, type PlanReport } from './compare-documents.ts'

const rejectedStatus = 1
const changedStatus = 3

export const planCommand = defineCommand({
  name: 'plan',
  summary: 'show what documents would change in the running gateway, or between two folders or git revisions',
  words: '[FOLDER] [FOLDER]',
  usage:
    '[FOLDER] [--exit-code] [--json]\n       sluice plan BEFORE AFTER [--exit-code] [--json]\n       sluice plan --nodes [--exit-code] [--json]',
  options: {
    'exit-code': { help: 'exit with status 3 when something would change' },
    nodes: { help: 'list the gateways that share the store, and whether their documents differ' },
    json: jsonOption,
  },

  async run(
    { positionals: [first, after], options: { exitCode, nodes, json }, write },
    { gatewayParts }: GatewayParts,
  ) {
    if (nodes) {
      if (first !== undefined) throw new UsageError(`--nodes takes no folder - found "${first}"`)
      return planNodes(exitCode, json, write)
    }
    const [{ renderPlan, renderPlanAsJson }, { showProgress }] = await Promise.all([
      import('./render-plan.ts'),
      import('../../../../shared/cli/common/progress.ts'),
    ])
    const settings = readSettings()
    const work =
      first !== undefined && after !== undefined
        ? compare(first, after, settings, gatewayParts)
        : queryGateway(first, settings)
    const loaded = await showProgress('loading the documents', work)
    const report = await addReplay(loaded, after === undefined, first, settings, gatewayParts)
    write(json ? renderPlanAsJson(report) : renderPlan(report))
    if (!isComparable(report)) return rejectedStatus
    return exitCode && report.changes.length > 0 ? changedStatus : 0
  },
})

/** The most calls that are decided again: some seconds of work. */
const maxReplayed = 20_000

/** Adds how many kept calls the documents would decide differently, where documents of this machine change. */
async function addReplay(
  report: PlanReport,
  isGateway: boolean,
  folder: string | undefined,
  settings: Settings,
  parts: readonly GatewayPart[],
) {
  if (!isGateway || !settings.keptCalls || !isComparable(report) || report.changes.length === 0) return report
  const { replayKeptCalls } = await import('../why/replay.ts')
  // The gateway may have the secrets of its environment alone; the plan is complete without this number.
  const found = await replayKeptCalls(folder, settings, parts, maxReplayed).catch(() => undefined)
  return found ? { ...report, calls: { replayed: found.replayed, changed: found.changed.length } } : report
}

async function planNodes(exitCode: boolean, json: boolean, write: (text: string) => void): Promise<number> {
  const { haveDifferentRevisions, listNodes, renderNodes } = await import('./nodes.ts')
  const nodes = await listNodes(readSettings())
  write(json ? `${JSON.stringify({ nodes }, null, 2)}\n` : renderNodes(nodes))
  return exitCode && haveDifferentRevisions(nodes) ? changedStatus : 0
}

async function compare(
  before: string,
  after: string,
  settings: Settings,
  parts: readonly GatewayPart[],
): Promise<PlanReport> {
  const [{ compareDocuments }, { loadDocuments }] = await Promise.all([
    import('./compare-documents.ts'),
    import('../../../runtime/documents/open-documents.ts'),
  ])
  const { configFolder, environment } = settings
  return compareDocuments({
    before,
    after,
    configFolder,
    load: (folder) => loadDocuments({ configFolder: folder, environment }, parts, { sandbox: true }),
  })
}

/** Asks the running gateway, which loads the documents with its own environment. */
async function queryGateway(folder: string | undefined, { dataFolder }: Settings): Promise<PlanReport> {
  const { queryRunningGateway, noGatewayError } = await import('../../../cli/common/query-gateway.ts')
  const question = folder === undefined ? {} : { folder: resolve(folder) }
  const planned = await queryRunningGateway(dataFolder, 'plan', question)
  if (!planned) throw noGatewayError(dataFolder)
  return buildReport(planned)
}

function buildReport({ folder, inUse, revision, problems, changes }: PlannedChanges): PlanReport {
  return {
    before: { source: 'the running gateway', revision: inUse },
    after: { source: folder, revision },
    problems,
    changes,
  }
}
