/** Loads the documents into one frozen, typed, cross-checked configuration, or reports every problem. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import {
  type CatalogDocument,
  type CatalogFolder,
  DocumentSet,
  type NameReference,
  type SourcedPart,
} from '../document-set/document-set.ts'
import { linkProviders } from '../publish/link-providers.ts'
import { publishCatalog } from '../publish/publish-catalog.ts'
import { checkDocumentSet } from '../rules/check-document-set.ts'
import { checkCatalog } from '../rules/index.ts'
import { type DocumentLocation, findDocuments } from '../text/find-documents.ts'
import { applyOverlays, buildOverlayLookup, type DocumentOverlay } from '../text/overlay.ts'
import { ParsedDocument } from '../text/parsed-document.ts'
import { ProblemList, sortProblems } from '../text/problem-list.ts'
import type { Application, LoadResult, SourceLocation, TypeTables } from '../types/index.ts'
import { openDocumentReader } from './document-reader.ts'
import { listStoredErrors, locateStoredApplications, toWarning } from './stored-applications.ts'

export interface LoadOptions {
  /** Whether the documents are those of the sandbox, whose well-known credentials cause no warning. */
  sandbox?: boolean | undefined
  /** Whether names that nothing defines are errors; by default, each document decides with `x-sluice: { strict: true }`. */
  strict?: boolean | undefined
  /** The documents to replace, to check a change before it is written. */
  overlay?: DocumentOverlay | readonly DocumentOverlay[] | undefined
  /** The applications in the store, by the paths that they would have as files. */
  stored?: readonly DocumentOverlay[] | undefined
  /** The paths of all files that have changed since the load before; undefined when any may have. */
  changed?: readonly string[] | undefined
}

/**
 * Loads the documents. A repeated call reads only the changed files. `stored` are the applications in the store: those of
 * catalogs whose document says `portal.applications: store` are read like files. A stored application with an error is
 * left out with a warning, because it must not keep operators from changing documents.
 */
export type LoadConfig = (
  overlay?: LoadOptions['overlay'],
  stored?: LoadOptions['stored'],
  changed?: LoadOptions['changed'],
) => Promise<LoadResult>

export interface ConfigLoader {
  load: LoadConfig
  /** Returns the location of a value inside an element of the last load; that of the element for an unknown value. */
  locateWithin(element: SourceLocation, path: readonly (string | number)[]): SourceLocation
}

/**
 * Opens a loader for the documents below a folder. A load returns a configuration when no problem is an error. It never
 * rejects for the content of a document or an unreadable file.
 */
export function openConfigLoader(
  folder: string,
  tables: TypeTables,
  environment: Record<string, string | undefined>,
  { sandbox = false, strict }: Pick<LoadOptions, 'sandbox' | 'strict'> = {},
): ConfigLoader {
  const secrets = new Set<string>()
  const onSecret = (reference: string) => void secrets.add(reference)
  const namedFiles = new Set<string>()
  const onFile = (path: string) => void namedFiles.add(path)
  const reader = openDocumentReader({ root: folder, tables, environment, strict, sandbox, onSecret, onFile })
  /** The applications of each catalog in the load before, by the path of the catalog. */
  let lastApplications: ReadonlyMap<string, readonly Application[]> = new Map()
  /** The documents on disk, until a file is added or removed. */
  let list: Awaited<ReturnType<typeof listDocuments>> | undefined

  return { load, locateWithin: placeWithin }

  function placeWithin(element: SourceLocation, path: readonly (string | number)[]): SourceLocation {
    return reader.find(element.file)?.locateWithin(element, path) ?? element
  }

  async function load(
    overlay: LoadOptions['overlay'] = [],
    stored: readonly DocumentOverlay[] = [],
    changed?: LoadOptions['changed'],
  ): Promise<LoadResult> {
    const overlays = [overlay].flat()
    const edited = new Set(overlays.map(({ file }) => file))
    const unchanged = stored.filter(({ file }) => !edited.has(file))
    const loaded = await loadAll(overlays, unchanged, changed)
    const faults = listStoredErrors(loaded, unchanged)
    if (faults.length === 0) return loaded

    const faulty = new Set(faults.map(({ file }) => file))
    const rest = await load(
      overlays,
      unchanged.filter(({ file }) => !faulty.has(file)),
      changed,
    )
    return { ...rest, problems: sortProblems([...rest.problems, ...faults.map(toWarning)]) }
  }

  async function loadAll(
    overlays: readonly DocumentOverlay[],
    stored: readonly DocumentOverlay[],
    changed: LoadOptions['changed'],
  ): Promise<LoadResult> {
    const problems = new ProblemList()
    const digest = createHash('sha256')
    const documents = new DocumentSet()

    // 1. Read each document by itself.
    const present = (changed ?? []).map((path) => [path, attempt(() => statSync(join(folder, path)))] as const)
    // In a folder anything can have changed, such as permissions. A file with several names has changed at all of them.
    const isWhole = !changed || present.some(([, stats]) => stats && (stats.isDirectory() || stats.nlink > 1))
    reader.begin(isWhole ? undefined : changed)
    secrets.clear()
    namedFiles.clear()
    const isListed = present.every(([path, stats]) => list?.paths.has(path) === (stats?.isFile() === true))
    if (isWhole || !isListed) list = undefined
    list ??= await listDocuments(folder)
    const { found, folderProblems } = list
    const files = overlays.length > 0 ? applyOverlays(found, overlays) : found
    // Texts in place of all documents, such as those of a kept revision, need no folder.
    const isReplaced = overlays.length > 0 && found.every(({ path }) => overlays.some(({ file }) => file === path))
    if (!isReplaced) problems.add(folderProblems)
    const readAll = (locations: readonly DocumentLocation[], texts: readonly DocumentOverlay[]) => {
      const textOf = buildOverlayLookup(texts)
      let digests = ''
      for (const file of locations) {
        const document = reader.read(file, textOf(file))
        digests += `${file.path}\0${document.digest}\0`
        problems.add(document.problems)
        document.add(documents, problems)
      }
      digest.update(digests) // one call for all: each costs a microsecond
    }
    readAll(files, overlays)
    addPlaceholderCatalogs(files, documents)
    const storedFiles = locateStoredApplications(stored, found, documents)
    readAll(storedFiles, stored)

    // 2. Publish each catalog: resolve names and check the rules between documents.
    const folders = documents.folders.filter(hasCatalog)
    const published = linkProviders(folders.map((each) => publishCatalog(each, documents, problems, lastApplications)))
    lastApplications = new Map(published.map(({ catalog }) => [catalog.path, catalog.applications]))
    for (const each of published) checkCatalog(each, problems)
    checkDocumentSet(documents, published, problems, sandbox)

    // 3. Build the configuration if there are no errors.
    const config = { revision: digest.digest('hex'), catalogs: published.map(({ catalog }) => catalog) }
    const texts = () => Object.fromEntries(files.map(({ path }) => [path, reader.find(path)?.text ?? '']))
    const result = { problems: problems.sorted(), secrets: [...secrets], files: [...namedFiles], texts }
    if (problems.hasErrors) return { ...result, readable: config }
    return { ...result, config: deepFreeze(config) }
  }
}

async function listDocuments(folder: string) {
  const problems = new ProblemList()
  const found = await findDocuments(folder, problems)
  const folderProblems = problems.sorted()
  const paths = new Set([...found.map(({ path }) => path), ...folderProblems.map(({ file }) => file)])
  return { found, paths, folderProblems }
}

/** Loads the documents below a folder once. */
export function loadConfig(
  folder: string,
  tables: TypeTables,
  environment: Record<string, string | undefined>,
  { overlay, stored, ...options }: LoadOptions = {},
): Promise<LoadResult> {
  return openConfigLoader(folder, tables, environment, options).load(overlay, stored)
}

function hasCatalog(folder: CatalogFolder): folder is CatalogFolder & { catalog: SourcedPart<CatalogDocument> } {
  return folder.catalog !== undefined
}

/** Freezes a value and everything in it. Maps and sets keep their methods; their types are read-only. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (value instanceof Map || value instanceof Set) for (const each of value.values()) deepFreeze(each)
  else for (const key in value) deepFreeze(value[key])
  return value
}

/** Adds a placeholder for each catalog folder without a readable catalog document. */
function addPlaceholderCatalogs(files: readonly DocumentLocation[], documents: DocumentSet): void {
  for (const catalog of new Set(files.map((each) => each.catalog))) {
    if (catalog === '') continue
    const file = `catalogs/${catalog}/catalog.yaml`
    const folder = documents.folder(catalog)
    folder.catalog ??= { part: enablingAll(catalog, documents, file), source: ParsedDocument.unreadable(file) }
  }
}

function enablingAll(name: string, documents: DocumentSet, file: string): CatalogDocument {
  return {
    org: 'unknown',
    name,
    title: name,
    hosts: [],
    canonicalHost: undefined,
    registries: referTo(documents.registries.keys()),
    providers: referTo([...documents.providers.keys(), ...documents.thirdParties.keys()]),
    tlsProfiles: referTo(documents.tlsProfiles.keys()),
    offline: [],
    bodyLimits: undefined,
    properties: new Map(),
    portal: undefined,
    storesApplications: true, // no error about an application must be hidden
    location: { file, line: 1, column: 1, reported: true },
  }
}

function referTo(names: Iterable<string>): NameReference[] {
  return Array.from(names, (name) => ({ name, path: [] }))
}
