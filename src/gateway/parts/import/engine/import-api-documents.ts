/** Makes API documents from the OpenAPI files that an owner has chosen in the browser. */
import type { Catalog } from '../../../config/types/index.ts'
import type {
  ApiImport,
  CredentialPart,
  ImportApiRequest,
  ImportedFileView,
  ImportFile,
} from '../../../contract/api-import.ts'
import { readYaml } from '../../../lib/yaml/edit-yaml.ts'
import { type DocumentRows, type DocumentSource, loadDocuments } from '../../../runtime/documents/open-documents.ts'
import { buildImportProvider } from './build-import-provider.ts'
import { bundleDocument } from './bundle/bundle-document.ts'
import { isWebUrl, resolveLocation } from './bundle/bundle-source.ts'
import { importApi } from './import-api.ts'
import { type ImportedApi, portalWords } from './import-types.ts'
import { listRelatedEdits } from './related-edits.ts'
import { renderImportedApi } from './render-imported-api.ts'
import {
  addCredentialToApi,
  buildUpstreamCredential,
  findCredentialError,
  listCredentialParts,
  presetCredentialPart,
  type TlsProfile,
  type UpstreamCredential,
} from './upstream-credential.ts'

/**
 * Returns the API documents, which are not written, and the result of each file: one that cannot be imported does not keep
 * the others from it. `$ref` may name other chosen files. Rejects with an error for the user when there is no such catalog or provider.
 */
export async function importApiDocuments(
  request: ImportApiRequest,
  folder: Pick<DocumentSource, 'configFolder' | 'environment'>,
  parts: readonly DocumentRows[],
): Promise<ApiImport> {
  const { files, name } = request
  const { config, readable } = await loadDocuments(folder, parts, { sandbox: true })
  const catalog = (config ?? readable)?.catalogs.find(({ location: { file } }) => file === request.catalog)
  if (!catalog) throw new Error(`there is no catalog ${request.catalog}`)
  const provider = findProvider(catalog, request.provider)
  const chosen = openChosenFiles(files)
  if (name !== undefined && chosen.apis.length > 1)
    throw new Error(`the name ${name} is for one API, and the files have ${chosen.apis.length}: leave it out`)

  const documents: { from: string; file: string; text: string }[] = []
  const notes: string[] = []
  const results = new Map<string, ImportedFileView>()
  const used = new Map<string, string[]>()
  const scopes = new Map<string, string>()
  const tlsProfiles: TlsProfile[] = []
  for (const file of chosen.apis) {
    try {
      const { document, source } = await bundle(file, chosen, used)
      const api = importApi(document, source, {
        words: portalWords,
        name,
        upstream: request.upstream,
        variables: new Map(),
        provider: buildImportProvider(catalog, provider),
      })
      const target = `apis/${api.name}.yaml`
      const other = documents.find((each) => each.file === target)
      if (other) throw new Error(`${other.from} becomes ${target} as well: give one of them another title`)
      const credential = buildCredential(api, request.credential)
      const rendered = renderImportedApi(api.document)
      const text = credential ? addCredentialToApi(rendered, credential) : rendered
      notes.push(...api.notes.map(({ line, message }) => `${file.path}, line ${line}: ${message}.`))
      if (credential) notes.push(`${target} needs ${credential.needs} when the gateway loads it.`)
      if (credential?.tlsProfile) tlsProfiles.push(credential.tlsProfile)
      documents.push({ from: file.path, file: target, text })
      for (const [scope, text] of api.scopes) scopes.set(scope, text)
      results.set(file.path, { path: file.path, outcome: 'api', message: `becomes ${target}` })
    } catch (error) {
      const { message } = error as Error
      results.set(file.path, { path: file.path, outcome: 'rejected', message })
    }
  }
  return {
    documents,
    edits: listRelatedEdits(catalog, provider, scopes, tlsProfiles),
    notes,
    files: files.map(({ path }) => results.get(path) ?? describePart(path, chosen, used)),
  }
}

/** Returns the credential of the gateway at the upstream of an API. Throws an error for the user when it is not accepted. */
function buildCredential(
  { name, upstream }: Pick<ImportedApi, 'name' | 'upstream'>,
  given: ImportApiRequest['credential'],
): UpstreamCredential | undefined {
  if (!given || given.kind === 'none') return undefined
  if (upstream === undefined)
    throw new Error(
      'has an assembly of its own, which decides how the upstream is called: add authenticate to its invoke',
    )
  const values: Partial<Record<CredentialPart, string>> = {}
  for (const part of listCredentialParts(given.kind)) {
    const value = given[part] || presetCredentialPart(part, name)
    const problem = findCredentialError(part, value)
    if (problem) throw new Error(`credential.${part} ${problem}`)
    values[part] = value
  }
  return buildUpstreamCredential(name, given.kind, values)
}

/** Bundles a file with the other files that it names, and records in `used` who names them. */
function bundle(file: ImportFile, chosen: ChosenFiles, used: Map<string, string[]>) {
  return bundleDocument(locate(file.path), {
    render: (location) => chosen.find(location)?.path ?? location,
    async read(location) {
      const found = chosen.find(location)
      if (!found) throw new Error(`${location} is not among the chosen files`)
      if (found !== file) used.set(found.path, [...new Set([...(used.get(found.path) ?? []), file.path])])
      return found.text
    },
    findRefusal(location) {
      if (chosen.find(location)) return undefined
      return isWebUrl(location)
        ? 'names a URL, which the gateway does not load for a portal: choose a copy of that file as well'
        : 'names a file that was not chosen: choose it as well'
    },
  })
}

function describePart(path: string, { broken }: ChosenFiles, used: ReadonlyMap<string, string[]>): ImportedFileView {
  const problem = broken.get(path)
  if (problem !== undefined) return { path, outcome: 'rejected', message: `is no YAML or JSON: ${problem}` }
  const users = used.get(path)
  if (users) return { path, outcome: 'part', message: `is a part of ${users.join(' and ')}` }
  return { path, outcome: 'unused', message: 'is no OpenAPI document, and no other file refers to it' }
}

function findProvider(catalog: Catalog, name: string) {
  const all = [...catalog.providers.values(), ...(catalog.thirdParties?.values() ?? [])]
  const found = all.find((each) => each.name === name)
  if (found) return found
  const names = all.map((each) => each.name).join(', ') || 'none'
  throw new Error(`the catalog has no OAuth provider "${name}"; it has ${names}`)
}

type ChosenFiles = ReturnType<typeof openChosenFiles>

/** Opens the files that an owner has chosen in the browser: `apis` are OpenAPI documents, `broken` are no YAML or JSON, by path. */
function openChosenFiles(files: readonly ImportFile[]) {
  const byLocation = new Map(files.map((file) => [locate(file.path), file]))
  const broken = new Map<string, string>()
  const apis = files.filter(({ path, text }) => {
    try {
      const value = readYaml(text)
      return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value)
    } catch (error) {
      broken.set(path, (error as Error).message)
      return false
    }
  })
  return {
    apis,
    broken,
    /** Returns the file at a location, or the only one of its name: browsers send no folders. */
    find(location: string): ImportFile | undefined {
      const exact = byLocation.get(location)
      if (exact) return exact
      const named = files.filter(({ path }) => baseName(locate(path)) === baseName(location))
      return named.length === 1 ? named[0] : undefined
    },
  }
}

function locate(path: string): string {
  return resolveLocation(encodeURI(path.replaceAll('\\', '/')), 'file:///')
}

function baseName(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1)
}
