/** Imports an OpenAPI file into the documents: reads, converts, checks all documents together, and writes. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenApiFile, UsageError } from '../../../../shared/cli/common/command.ts'
import {
  type Config,
  type DocumentOverlay,
  describeApi,
  describeChanges,
  type LoadResult,
} from '../../../config/index.ts'
import { findSubscribedPlans } from '../../../consumers/index.ts'
import {
  addCredentialToApi,
  commandWords,
  importApi,
  listRelatedEdits,
  renderImportedApi,
  type UpstreamCredential,
} from '../engine/index.ts'
import { addSubscription, addToProduct } from './edit-related-documents.ts'
import { findExampleCall } from './example-call.ts'
import { renderFirstTests } from './first-tests.ts'
import { describeErrors, type ImportReport } from './import-report.ts'
import { readOpenApi } from './read-openapi.ts'
import { type ChooseName, selectTarget, type TargetNames } from './select-target.ts'
import { ownAssemblyText } from './upstream-credential.ts'
import { writeOverlays } from './write-overlays.ts'

export interface ImportFileOptions extends OpenApiFile, TargetNames {
  /** The folder of the documents. */
  folder: string
  name: string | undefined
  basePath: string | undefined
  upstream: string | undefined
  server: string | undefined
  variables: ReadonlyMap<string, string>
  product: string | undefined
  plan: string | undefined
  app: string | undefined
  /** Whether an API that is there may be replaced. */
  replaces: boolean
  isDryRun: boolean
  /** Asks the user for a catalog or a provider; undefined without a terminal. */
  choose?: ChooseName | undefined
  /** Reads what the gateway authenticates itself with at the upstream of an API; without this function, nothing. */
  readCredential?(api: string): Promise<UpstreamCredential | undefined>
  /** Loads the documents with these changes. */
  load(overlay?: readonly DocumentOverlay[]): Promise<LoadResult>
}

/** Returns what was done. Rejects when the file cannot be imported; nothing is written then. */
export async function importFile(options: ImportFileOptions): Promise<ImportReport> {
  const original = findOriginal(options)
  const removal: DocumentOverlay[] = original === undefined ? [] : [{ file: original, text: undefined }]
  const before = await options.load(removal)
  if (!before.config)
    throw new Error(
      `${describeErrors(options.folder, before.problems)}, and "sluice init --openapi ${options.location}" starts a new folder`,
    )
  const { catalog, provider, importOptions } = await selectTarget(before.config, options, options.choose)
  const { document, source } = await readOpenApi(options)
  const api = importApi(document, source, { ...options, ...importOptions, words: commandWords })

  const texts = new Map<string, string>()
  const read = (file: string) => readText(file, options.folder, texts)
  const file = `apis/${api.name}.yaml`
  const credential = await options.readCredential?.(api.name)
  if (credential && api.upstream === undefined) throw new UsageError(ownAssemblyText)
  const rendered = renderImportedApi(api.document)
  const text = credential ? addCredentialToApi(rendered, credential) : rendered
  const present = await read(file).catch(() => undefined)
  // The same text is that of an import that was interrupted: this one completes it.
  if (present !== undefined && present !== text && file !== original && !options.replaces)
    throw new Error(`${file} exists already: --replace replaces it, --name gives the API another name`)

  // The documents are valid after each of these, and callers notice the last ones only.
  const overlays: DocumentOverlay[] = []
  const related = listRelatedEdits(catalog, provider, api.scopes, credential?.tlsProfile ? [credential.tlsProfile] : [])
  for (const edit of related)
    overlays.push({ file: edit.file, text: edit.change(await read(edit.file).catch(() => '')) })
  overlays.push({ file, text })
  if (original !== undefined && file !== original) {
    await read(original)
    overlays.push(...removal)
  }
  const published = await addToProduct(catalog, api, options, read)
  overlays.push(...published.overlays, ...(await addSubscription(catalog, published, options, read)))

  const files = overlays.map((each) => describeFile(each, options.folder))
  const after = await options.load(overlays)
  if (after.config && !options.isDryRun) {
    await writeOverlays(overlays, options.folder, texts)
    files.push(...(await writeFirstTests(after.config, file, options.folder)))
  }
  const { name, version, title, basePath, upstream } = api
  return {
    isValid: after.config !== undefined,
    isDryRun: options.isDryRun,
    api: { name, version, title, basePath, upstream, operations: api.operationCount },
    files,
    notes: api.notes,
    hasCredential: credential !== undefined,
    problems: after.problems.filter(
      (each) => overlays.some(({ file }) => file === each.file) || each.severity === 'error',
    ),
    changes: after.config ? describeChanges(before.config, after.config) : [],
    isPublished: isPublished(after.config ?? before.config, api.name),
  }
}

/** Returns the text of a document, and records it in `texts`. */
async function readText(file: string, folder: string, texts: Map<string, string>): Promise<string> {
  texts.set(file, await readFile(join(folder, file), 'utf8'))
  return texts.get(file) ?? ''
}

/** Writes tests beside the API, unless there are some or no product has it. Returns the file that was written. */
async function writeFirstTests({ catalogs }: Config, apiFile: string, folder: string): Promise<ImportReport['files']> {
  const published = catalogs.flatMap((catalog) => catalog.apis.map((api) => ({ catalog, api })))
  const { catalog, api } = published.find((each) => each.api.location.file === apiFile) ?? {}
  const description = catalog && (await describeApi(folder, apiFile, process.env))
  const call = api && description && findExampleCall(api, description)
  if (!catalog || !call) return []
  const caller = catalog.applications.find((application) =>
    findSubscribedPlans(application, catalog.products).some(({ plan }) => plan.apis.has(api.reference)),
  )
  const clientId = caller?.credentials[0]?.clientId
  const text = renderFirstTests({ api, call, catalog: catalog.path, clientId, user: 'user' })
  const file = apiFile.replace(/\.yaml$/, '.test.yaml')
  if (text === undefined || existsSync(join(folder, file))) return []
  await writeOverlays([{ file, text }], folder, new Map())
  return [{ file, action: 'added' }]
}

/** Returns the path of the OpenAPI file when it is one of the documents itself: the import replaces it. */
function findOriginal({ location, folder }: ImportFileOptions): string | undefined {
  const own = location.startsWith('file:') ? fileURLToPath(location) : resolve(location)
  const path = relative(resolve(folder), own).split(sep).join('/')
  return path.startsWith('apis/') ? path : undefined
}

function describeFile({ file, text }: DocumentOverlay, folder: string): ImportReport['files'][number] {
  if (text === undefined) return { file, action: 'removed' }
  return { file, action: existsSync(join(folder, file)) ? 'changed' : 'added' }
}

function isPublished({ catalogs }: Config, name: string): boolean {
  return catalogs.some(({ apis }) => apis.some((api) => api.name === name))
}
