/** The program of the loader: loads documents for the primary and compares them with the revision in use. */
import { isDeepStrictEqual } from 'node:util'
import { releaseStartMemory } from '../../../shared/lib/memory/release-start-memory.ts'
import { describeChanges, findDocuments, type LoadConfig, type LoadOptions, ProblemList } from '../../config/index.ts'
import type { Config } from '../../config/types/index.ts'
import { gatewayParts } from '../../parts.ts'
import { type DocumentSource, openDocumentLoader } from '../documents/open-documents.ts'
import { deserializeConfig, type LoadReport, serializeConfig } from '../documents/serialized-config.ts'
import { shortenChanges, shortenProblems } from '../loading/shorten-report.ts'
import type { PrimaryToLoader } from '../messages.ts'
import { keepRevision, listRevisions, readRevision, type UsedRevision } from '../revisions/index.ts'
import { parentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

type Where = Omit<DocumentSource, 'overlay' | 'stored' | 'changed'>

/** From this number of APIs and applications on, the process stays, because loading them again takes seconds. */
const manyParts = 500

/** After so many updates in a row, all applications are sent: a new worker reads them one after the other. */
const maxUpdates = 100

let options: LoadOptions = {}
let inUse: Config | undefined
let latest: Config | undefined
/** The revision whose applications the primary has from this process; undefined when it has none. */
let received: Config | undefined
/** The number of updates since the applications were sent as whole lists. */
let updates = 0
/** What `latest` was loaded from, and the changes that led to it. */
let latestUse: Pick<UsedRevision, 'texts' | 'changes'> = { texts: {}, changes: [] }
/** The folder that keeps revisions that were used. */
let dataFolder: string | undefined
let keeping: Promise<void> = Promise.resolve()
let own: { where: Where; load: LoadConfig } | undefined

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => void keeping.then(() => process.exit(0)))

openRpcChannel<object, PrimaryToLoader>(parentPort(), {
  peer: 'the primary',
  deadlines: {},
  handlers: {
    begin(given) {
      options = given.options
      dataFolder = given.dataFolder
      inUse = given.inUse && deserializeConfig(given.inUse)
    },
    load: (source) => load(source, { toUse: true }),
    look: (source) => load(source, { toUse: false }),
    restore,
    async used({ revision, by }) {
      received = latest?.revision === revision ? latest : undefined
      if (!received) return
      inUse = received
      keeping = keeping.then(() => keep(revision, by))
      await keeping
      if (updates === 0 && partsOf(received) >= manyParts) releaseStartMemory('major')
    },
  },
})

async function load(
  { overlay, stored, changed, ...where }: DocumentSource,
  { toUse }: { toUse: boolean },
): Promise<LoadReport> {
  const loaded = await loadFrom(where, toUse)(overlay, stored, changed)
  const { config, problems: all, secrets = [], files = [] } = loaded
  const edited = [overlay ?? []].flat().map(({ file }) => file)
  const problems = shortenProblems(all, edited)
  if (!config) return { problems, changes: [], secrets, files }

  const { revision } = config
  const isInUse = revision === inUse?.revision
  const changes = inUse && !isInUse ? shortenChanges(describeChanges(inUse, config)) : []
  const storesApplications = config.catalogs.some((catalog) => catalog.storesApplications)
  const report = { revision, problems, changes, storesApplications, secrets, files }
  if (!toUse || isInUse) return report
  latest = config
  latestUse = { texts: loaded.texts?.() ?? {}, changes: changes.map(({ text }) => text) }
  const keepsLoader = storesApplications || partsOf(config) >= manyParts || registersClients(config)
  updates = received && updates < maxUpdates ? updates + 1 : 0
  return { ...report, config: serializeConfig(config, updates === 0 ? undefined : received), keepsLoader }
}

/** Loads the texts of the revision that the gateway used last, in place of the documents on disk. */
async function restore(source: DocumentSource): Promise<LoadReport> {
  const [last] = dataFolder === undefined ? [] : await listRevisions(dataFolder)
  if (dataFolder === undefined || !last) return { problems: [], changes: [] }
  const texts = Object.entries(await readRevision(dataFolder, last)).map(([file, text]) => ({ file, text }))
  const found = await findDocuments(source.configFolder, new ProblemList())
  const overlay = [...found.map(({ path }) => ({ file: path, text: undefined })), ...texts]
  return load({ ...source, overlay: [...new Map(overlay.map((each) => [each.file, each])).values()] }, { toUse: true })
}

/** Keeps the loader of the folder whose documents are used; other folders are loaded once. */
function loadFrom(where: Where, toUse: boolean): LoadConfig {
  const open = () => openDocumentLoader(where, gatewayParts, { ...options, asksVault: false }) // the primary does
  const isOwn = toUse || own?.where.configFolder === where.configFolder
  if (!isOwn) return open()
  if (!own || !isDeepStrictEqual(where, own.where)) own = { where, load: open() }
  return own.load
}

/** Returns whether clients register, which then wait for the documents. */
function registersClients({ catalogs }: Config): boolean {
  return catalogs.some(({ providers }) => [...providers.values()].some(({ registration }) => registration))
}

function partsOf({ catalogs }: Config): number {
  return catalogs.reduce((sum, { apis, applications }) => sum + apis.length + applications.length, 0)
}

/** Keeps the texts of a revision. A gateway serves without: a full disk is an operator's matter, and the log has it. */
async function keep(revision: string, by: string | undefined): Promise<void> {
  if (dataFolder === undefined || !own) return
  const folder = own.where.configFolder
  await keepRevision({ dataFolder, folder, revision, ...latestUse, by }).catch((error: Error) => {
    process.stderr.write(
      `${JSON.stringify({ level: 'warn', msg: 'a revision of the documents is not kept', reason: error.message })}\n`,
    )
  })
}
