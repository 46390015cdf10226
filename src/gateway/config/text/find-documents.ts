/**
 * Finds the files that are documents. The path of a file decides which kinds of documents it may hold:
 *
 * - `providers/*.yaml`: user registries, OAuth providers, TLS client profiles
 * - `catalogs/{catalog}/catalog.yaml`: the catalog itself
 * - `catalogs/{catalog}/products/*.yaml`: its products, also in folders
 * - `catalogs/{catalog}/applications/*.yaml`: its applications
 * - `apis/**\/*.yaml`: OpenAPI documents
 */
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderContents } from '../folders/index.ts'
import type { ProblemList } from './problem-list.ts'

export type DocumentFolder = 'provider' | 'catalog' | 'product' | 'application' | 'api'

export interface DocumentLocation {
  /** The path of the file relative to the configuration folder, with forward slashes. */
  path: string
  folder: DocumentFolder
  /** The catalog folder of the document; empty for documents outside catalog folders. */
  catalog: string
}

/** JSON files are accepted because JSON is also YAML. Tests of documents lie beside them and are none. */
const isDocument = /(?<!\.test)\.(ya?ml|json)$/

/** Returns every document file below a folder, sorted by path. A missing folder is an error. */
export async function findDocuments(root: string, problems: ProblemList): Promise<DocumentLocation[]> {
  const finder = new Finder(root, problems)
  const there = await finder.folders('')
  if (!there) return []

  for (const [folder, holds] of Object.entries(folderContents)) {
    if (there.includes(folder)) continue
    problems.error(startOf(folder), `there is no folder "${folder}": it holds ${holds}; "sluice init" makes one`)
  }
  if (there.includes('providers')) await finder.take('providers', 'provider', '')
  if (there.includes('apis') && (await finder.isNew('apis'))) await finder.take('apis', 'api', '', 'deep')
  for (const catalog of there.includes('catalogs') ? ((await finder.folders('catalogs')) ?? []) : []) {
    await finder.takeCatalog(catalog)
  }
  return finder.found
}

const patterns: readonly (readonly [DocumentFolder, RegExp])[] = [
  ['provider', /^providers\/[^/]+$/],
  ['catalog', /^catalogs\/([^/]+)\/catalog\.[a-z]+$/],
  ['product', /^catalogs\/([^/]+)\/products\/.+$/],
  ['application', /^catalogs\/([^/]+)\/applications\/[^/]+$/],
  ['api', /^apis\/.+$/],
]

/** Returns the location of a document by its path, whether it exists or not; undefined where none is read. */
export function locateDocument(path: string): DocumentLocation | undefined {
  const parts = path.split('/')
  const isHidden = parts.some((part) => part === '' || part.startsWith('.'))
  if (isHidden || !isDocument.test(path) || !parts.every(isFileName)) return undefined
  for (const [folder, pattern] of patterns) {
    const match = pattern.exec(path)
    if (match) return { path, folder, catalog: match[1] ?? '' }
  }
  return undefined
}

/** File systems accept names of 255 bytes; 55 are left for names of temporary files. */
const maxNameBytes = 200

function isFileName(name: string): boolean {
  return Buffer.byteLength(name) <= maxNameBytes && !/\p{Cc}/u.test(name)
}

type Entry = { name: string; isFolder: boolean }

/** The folders of a catalog that the developer portal reads; they hold no documents. */
const portalFolders: ReadonlySet<string> = new Set(['guides', 'brand'])

class Finder {
  readonly found: DocumentLocation[] = []
  readonly #root: string
  readonly #seen = new Set<string>()
  readonly #problems: ProblemList

  constructor(root: string, problems: ProblemList) {
    this.#root = root
    this.#problems = problems
  }

  async takeCatalog(catalog: string): Promise<void> {
    const folder = `catalogs/${catalog}`
    await this.take(folder, 'catalog', catalog)
    for (const inside of (await this.folders(folder)) ?? []) {
      if (inside === 'products') await this.take(`${folder}/products`, 'product', catalog, 'deep')
      else if (inside === 'applications') await this.take(`${folder}/applications`, 'application', catalog)
      else if (!portalFolders.has(inside))
        this.#ignored(
          `${folder}/${inside}`,
          'a catalog has the folders "products", "applications", "guides" and "brand"',
        )
    }
    if (this.found.some((file) => file.folder === 'catalog' && file.catalog === catalog)) return
    this.#problems.error(startOf(folder), 'a catalog needs a document: there is no catalog.yaml in this folder')
  }

  /** Adds the documents of a folder. */
  async take(folder: string, kind: DocumentFolder, catalog: string, depth: 'flat' | 'deep' = 'flat'): Promise<void> {
    for (const { name, isFolder } of (await this.#entries(folder)) ?? []) {
      const path = `${folder}/${name}`
      if (isFolder) {
        if (depth === 'deep' && (await this.isNew(path))) await this.take(path, kind, catalog, depth)
        else if (depth === 'deep') this.#ignored(path, 'it is a link to a folder that is read already')
        else if (kind === 'provider') this.#ignored(path, 'providers are kept without sub-folders')
      } else if (kind === 'catalog' && isDocument.test(name) && !/^catalog\.(ya?ml|json)$/.test(name)) {
        this.#ignored(path, 'the document of a catalog is called catalog.yaml')
      } else if (isDocument.test(name)) {
        this.found.push({ path, folder: kind, catalog })
      }
    }
  }

  async folders(folder: string): Promise<string[] | undefined> {
    const entries = await this.#entries(folder)
    return entries?.filter(({ isFolder }) => isFolder).map(({ name }) => name)
  }

  /** Returns the entries of a folder without hidden files. Symbolic links are followed. */
  async #entries(folder: string): Promise<Entry[] | undefined> {
    try {
      const there = await readdir(join(this.#root, folder), { withFileTypes: true })
      const shown = there.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1))
      const entries = await Promise.all(
        shown.map((each) =>
          each.isSymbolicLink()
            ? this.#followLink(`${folder}/${each.name}`, each.name)
            : { name: each.name, isFolder: each.isDirectory() },
        ),
      )
      return entries.filter((entry) => entry !== undefined)
    } catch (error) {
      this.#problems.error(startOf(folder || '.'), `cannot be read: ${reason(error, 'folder')}`)
      return undefined
    }
  }

  async #followLink(path: string, name: string): Promise<Entry | undefined> {
    try {
      return { name, isFolder: (await stat(join(this.#root, path))).isDirectory() }
    } catch (error) {
      this.#problems.error(startOf(path), `cannot be read: ${reason(error, 'file')}`)
      return undefined
    }
  }

  /** Returns false when symbolic links lead back to a folder that was read already. */
  async isNew(folder: string): Promise<boolean> {
    const real = await realpath(join(this.#root, folder)).catch(() => folder) // it is reported when it is read
    if (this.#seen.has(real)) return false
    this.#seen.add(real)
    return true
  }

  #ignored(path: string, why: string): void {
    this.#problems.warning(startOf(path), `is not read: ${why}`)
  }
}

function startOf(file: string) {
  return { file, line: 1, column: 1 }
}

function reason(error: unknown, what: 'file' | 'folder'): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `there is no such ${what}`
  if (code === 'ENOTDIR') return 'it is not a folder'
  if (code === 'EACCES') return 'permission denied'
  return code ?? 'it could not be opened'
}
