/** Loads documents and checks them against every registry type, security definition type and policy of the product. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type LoadConfig, type LoadOptions, nameSecret, openConfigLoader, sortProblems } from '../../config/index.ts'
import type { Config, LoadResult, Problem } from '../../config/types/index.ts'
import {
  findFurtherGatewayProblems,
  type LocateValue,
  openGatewayCheck,
  type PolicyFiles,
} from '../../data-plane/index.ts'
import type { Settings } from '../settings/settings.ts'
import { openSecrets, type SecretRows } from './open-secrets.ts'
import { type DataPlaneRows, type GatewayTables, openTables, readPolicyFiles } from './open-tables.ts'

/** The documents to load: folder, variables, texts in place of files, applications in the store, changed files. */
export interface DocumentSource
  extends Pick<Settings, 'configFolder' | 'environment'>,
    Pick<LoadOptions, 'overlay' | 'stored' | 'changed'> {}

/** What parts add for documents. */
export type DocumentRows = DataPlaneRows & SecretRows

/** Loads documents once. Anything that keeps a gateway with these parts from serving them is a problem in the result. */
export function loadDocuments(
  { overlay, stored, ...source }: DocumentSource,
  parts: readonly DocumentRows[],
  options: Pick<LoadOptions, 'sandbox' | 'strict'>,
): Promise<LoadResult> {
  return openDocumentLoader(source, parts, options)(overlay, stored)
}

/** Returns a function that loads the documents of a folder, and reads and checks again only what has changed. */
export function openDocumentLoader(
  { configFolder, environment }: Omit<DocumentSource, 'overlay' | 'stored' | 'changed'>,
  parts: readonly DocumentRows[],
  { asksVault = true, ...options }: Pick<LoadOptions, 'sandbox' | 'strict'> & { asksVault?: boolean },
): LoadConfig {
  let opened: ReturnType<typeof open> | undefined

  return async function loadDocuments(overlay, stored, changed) {
    const tables = await openTables(parts)
    const files = await readPolicyFiles(configFolder, tables)
    if (!opened || !isDeepStrictEqual(files.codes, opened.files.codes)) opened = open(files, tables)
    const { load } = opened
    let documents = await load(overlay, stored, changed)
    if (asksVault && documents.secrets?.length && (await fetchSecrets(environment, documents.secrets, parts)))
      documents = await load(overlay, stored)
    const { secrets = [], files: named = [], texts } = documents
    return { ...checkAll(documents, files, opened), secrets, files: named, texts }
  }

  function checkAll(
    documents: LoadResult,
    files: PolicyFiles,
    { check, checkFurther }: ReturnType<typeof open>,
  ): LoadResult {
    const loaded = addPolicies(documents, files)
    const { config, readable, problems } = loaded
    const unservable = config ? check(config) : readable ? checkFurther(readable, problems) : []
    if (unservable.length === 0) return loaded
    const all = sortProblems([...problems, ...unservable])
    return unservable.every(({ severity }) => severity === 'warning') ? { ...loaded, problems: all } : { problems: all }
  }

  /** Documents are read again when a policy has changed, because its settings may be others. */
  function open(files: PolicyFiles, tables: GatewayTables) {
    const types = { ...tables, policies: [...tables.policies, ...files.specs] }
    const { load, locateWithin } = openConfigLoader(configFolder, types, environment, options)
    const locate: LocateValue = ({ path, ...element }) => (path ? locateWithin(element, path) : element)
    return {
      files,
      load,
      check: openGatewayCheck(tables, locate),
      checkFurther: (readable: Config, known: readonly Problem[]) =>
        findFurtherGatewayProblems(readable, known, tables, locate),
    }
  }
}

/** Adds the policies of the operator to a configuration and its revision. */
function addPolicies(loaded: LoadResult, { codes, problems }: PolicyFiles): LoadResult {
  const all = problems.length > 0 ? sortProblems([...loaded.problems, ...problems]) : loaded.problems
  const { config, readable = config } = loaded
  if (problems.length > 0) return { problems: all, readable }
  if (!config || codes.length === 0) return loaded
  const revision = createHash('sha256').update([config.revision, ...codes.map(({ digest }) => digest)].join())
  return { config: { ...config, revision: revision.digest('hex'), policies: codes }, problems: all }
}

async function fetchSecrets(
  environment: Settings['environment'],
  references: readonly string[],
  parts: readonly SecretRows[],
): Promise<boolean> {
  const secrets = await openSecrets(parts, environment)
  const hasNew = await secrets.fetchMissing(references).finally(() => secrets.close())
  const missing = references.filter((each) => environment[nameSecret(each)] === undefined)
  if (missing.length > 0 && environment.SLUICE_DATA) {
    // While the vault is away, the gateway that runs over the data folder has the last values.
    const { queryRunningGateway } = await import('../gateway/command-socket.ts')
    const query = queryRunningGateway(environment.SLUICE_DATA, 'secrets', { references: missing })
    Object.assign(environment, await query.catch(() => undefined)) // the reasons of the vault remain
  }
  return hasNew
}
