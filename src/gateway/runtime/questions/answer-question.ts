/** Answers a question of `sluice ask` from the documents of a folder and the store of its gateway. */
import { dayMs } from '../../../shared/lib/time/durations.ts'
import {
  describeStateStore,
  findNumber,
  type OpenedStateStore,
  openCounterStore,
  openExistingStateStore,
} from '../../../shared/storage/index.ts'
import type { Application, Catalog, Config } from '../../config/types/index.ts'
import { findSubscribedPlans, openConsumers } from '../../consumers/index.ts'
import type { AnswerRow, QuestionName } from '../../contract/access/questions.ts'
import { readPlanLimits } from '../../data-plane/index.ts'
import { listSignIns, openidScopes } from '../../oauth/index.ts'
import { readKeptCalls } from '../../telemetry/kept-calls/index.ts'
import { type DailyUsage, formatUtcDay, readDailyUsage, sumDailyUsage } from '../../telemetry/usage/index.ts'
import { openStoredApplications } from '../applications/stored-applications.ts'
import { type DocumentRows, loadDocuments } from '../documents/open-documents.ts'
import type { QuestionSettings } from '../messages.ts'

/** Returns the rows; undefined when the documents have errors. Throws when no gateway has used the store. */
export async function answerQuestion(
  name: Exclude<QuestionName, 'slow-calls'>,
  argument: string,
  settings: QuestionSettings,
  parts: readonly DocumentRows[],
): Promise<AnswerRow[] | undefined> {
  const { configFolder, environment, store } = settings
  const opened = await openExistingStateStore(store)
  if (!opened) throw new Error(`no gateway has used ${describeStateStore(store)}: set SLUICE_DATA to its folder`)
  try {
    const stored = (await openStoredApplications(opened.store, opened.clock)).texts()
    const { config } = await loadDocuments({ configFolder, environment, stored }, parts, { sandbox: true })
    return config && (await answers[name]({ config, settings, opened }, argument))
  } finally {
    await opened.store.close()
  }
}

type QuestionContext = { config: Config; settings: QuestionSettings; opened: OpenedStateStore }

type Answer = (context: QuestionContext, argument: string) => AnswerRow[] | Promise<AnswerRow[]>

const [usageDays, oldSecretMs, nearlyUsed] = [30, 365 * dayMs, 0.8]

/** The answers from documents, store and kept calls. */
const answers: Readonly<Record<Exclude<QuestionName, 'slow-calls'>, Answer>> = {
  callers: listCallers,
  impact: listImpact,
  'old-secrets': listOldSecrets,
  'unused-scopes': listUnusedScopes,
  'nearly-used-up': listUsedLimits,
  sessions: listSessions,
}

async function listCallers({ config, opened }: QuestionContext, api: string): Promise<AnswerRow[]> {
  const rows = (await readUsage(opened)).filter((each) => isApi(each.api, api))
  if (rows.length === 0) requireApi(config, api) // an API that was removed still has usage
  return rows
    .sort((a, b) => b.calls - a.calls)
    .map(({ catalog, application, plan, calls, errors, refusals }) => ({
      catalog,
      application,
      plan,
      calls: String(calls),
      errors: String(errors),
      refusals: String(refusals),
    }))
}

async function listImpact({ config, opened }: QuestionContext, api: string): Promise<AnswerRow[]> {
  requireApi(config, api)
  const usage = await readUsage(opened)
  return config.catalogs.flatMap((catalog) => {
    const references = catalog.apis.map(({ reference }) => reference).filter((each) => isApi(each, api))
    const consumers = openConsumers(catalog)
    const opens = (application: Application) =>
      application.credentials.some(({ clientId }) => consumers.isEntitledToAny({ clientId, application }, references))
    return catalog.applications.filter(opens).map(({ name: application, owner = '-' }) => {
      const own = usage.filter((each) => each.application === application && isApi(each.api, api))
      const calls = own.reduce((sum, each) => sum + each.calls, 0)
      return { catalog: catalog.path.slice(1), application, owner, 'calls in 30 days': String(calls) }
    })
  })
}

function listOldSecrets({ config }: QuestionContext): AnswerRow[] {
  const limit = Date.now() - oldSecretMs
  return listCredentials(config)
    .filter(({ credential }) => credential.secretHashes.length > 0 && (credential.createdAt ?? 0) < limit)
    .map(({ catalog, application, credential: { clientId, createdAt, secretExpiresAt } }) => ({
      catalog,
      application: application.name,
      'client id': clientId,
      created: createdAt === undefined ? 'unknown' : formatUtcDay(createdAt),
      expires: secretExpiresAt === undefined ? 'never' : formatUtcDay(secretExpiresAt),
    }))
}

function listCredentials({ catalogs }: Config) {
  return catalogs.flatMap(({ path, applications }) =>
    applications.flatMap((application) =>
      application.credentials.map((credential) => ({ catalog: path.slice(1), application, credential })),
    ),
  )
}

async function listUnusedScopes({ config, settings: { keptCalls } }: QuestionContext): Promise<AnswerRow[]> {
  const used = new Set<string>()
  if (keptCalls)
    for await (const calls of readKeptCalls(keptCalls.folder, Date.now() - dayMs))
      for (const { catalog, scopes = [] } of calls) for (const scope of scopes) used.add(`${catalog} ${scope}`)
  return config.catalogs.flatMap((catalog) => {
    const required = listRequiredScopes(catalog)
    return [...catalog.providers.values()].flatMap(({ name: provider, scopes, openidConnect }) =>
      [...scopes.keys()].flatMap((scope) => {
        if (openidConnect.enabled && openidScopes.has(scope)) return [] // userinfo and id_tokens use it
        const isRequired = required.has(scope)
        if (isRequired && used.has(`${catalog.path} ${scope}`)) return []
        const because = isRequired ? 'no kept call of the last day had it' : 'no operation requires it'
        return [{ catalog: catalog.path.slice(1), provider, scope, because }]
      }),
    )
  })
}

function listRequiredScopes({ apis }: Catalog): ReadonlySet<string> {
  const operations = apis.flatMap((api) => api.operations)
  return new Set(
    operations.flatMap(({ security }) => security.flatMap(({ all }) => all.flatMap(({ scopes }) => scopes))),
  )
}

async function listUsedLimits({ config, settings, opened }: QuestionContext): Promise<AnswerRow[]> {
  const { store, clock, isShared } = opened
  const { counters, close } = await openCounterStore(settings.counters.url, { store, isShared, clock })
  const rows: AnswerRow[] = []
  try {
    for (const { path, products, applications } of config.catalogs)
      for (const each of applications)
        for (const subscribed of findSubscribedPlans(each, products)) {
          const [{ product, plan }, application] = [subscribed, each.name]
          const find = (key: string) => findNumber(counters, 'limit', key)
          const limits = await readPlanLimits({ catalog: path, subscribed, application }, { find, now: clock() })
          for (const { limit, used, endsAt = 0 } of limits) {
            if (limit.calls === undefined || used < limit.calls * nearlyUsed) continue
            const calls = `${Math.min(used, limit.calls)} of ${limit.calls}` // refused calls are counted as well
            const subscribed = { catalog: path.slice(1), application, plan: `${product.name}/${plan.name}` }
            rows.push({ ...subscribed, limit: limit.name, used: calls, until: new Date(endsAt).toISOString() })
          }
        }
  } finally {
    await close()
  }
  return rows
}

async function listSessions({ config, opened: { store } }: QuestionContext, user: string): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = []
  for (const catalog of config.catalogs)
    for (const settings of catalog.providers.values())
      for (const { subject, clientId, startedAt } of await listSignIns({ catalog, settings, store }, user)) {
        const application = catalog.applications.find(({ credentials }) =>
          credentials.some((each) => each.clientId === clientId),
        )
        const since = startedAt === undefined ? 'not redeemed' : new Date(startedAt * 1_000).toISOString()
        const client = application?.name ?? clientId ?? '-'
        rows.push({
          catalog: catalog.path.slice(1),
          provider: settings.name,
          user: subject,
          application: client,
          since,
        })
      }
  return rows.sort((a, b) => String(b.since).localeCompare(String(a.since)))
}

async function readUsage({ store, clock }: OpenedStateStore): Promise<DailyUsage[]> {
  return sumDailyUsage(await readDailyUsage(store, formatUtcDay(clock() - (usageDays - 1) * dayMs)))
}

/** Throws an error that says which APIs there are, unless a name or a reference is one of them. */
function requireApi({ catalogs }: Config, wanted: string): void {
  const references = catalogs.flatMap(({ apis }) => apis.map(({ reference }) => reference))
  if (references.some((each) => isApi(each, wanted))) return
  const known = [...new Set(references)].slice(0, 20).join(', ')
  throw new Error(`no catalog has the API "${wanted}": name one of ${known}`)
}

/** Returns whether a reference such as `orders:1.0.0` is meant by a name or a reference. */
function isApi(reference: string, wanted: string): boolean {
  return reference === wanted || reference.split(':', 1)[0] === wanted
}
