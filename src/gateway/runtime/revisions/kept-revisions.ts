/**
 * The revisions of documents that a gateway has used, kept in its data folder: a list, and the texts of each revision
 * by their digest. Of many documents, it is those that differ from a base: a whole revision takes seconds to write.
 * References such as `$env{NAME}` are kept as they are written, without what they stand for.
 */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip, type ZlibOptions } from 'node:zlib'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { findDocuments, ProblemList } from '../../config/index.ts'

/** One use of a revision. */
export interface KeptRevision {
  /** When the gateway began to use it, RFC 3339. */
  at: string
  revision: string
  /** The digest of the texts or differences. Revisions that differ only in what references stand for share it. */
  texts: string
  /** The digest of the whole texts from which this revision differs; absent when its own are kept as a whole. */
  base?: string | undefined
  /** The author and the commit, for a folder in a git repository whose documents are committed. */
  author?: string | undefined
  /** The user of a portal who made the change. */
  by?: string | undefined
  /** What callers, users and operators could notice. */
  changes: readonly string[]
}

/** The texts of documents by their paths below the folder of the documents. */
export type DocumentTexts = Readonly<Record<string, string>>

/** The documents that differ from a base; null for one that only the base has. */
type TextDifferences = Readonly<Record<string, string | null>>

/** The base that this process has used last, by its digest. */
let lastBase: { digest: string; texts: DocumentTexts } | undefined

/** The most uses that are kept; the texts of older ones are removed. */
const maxKept = 200
/** From this number of documents on, differences are kept where they are at most a tenth of the documents. */
const minDocuments = 1_000
const [pack, unpack, run] = [promisify<Buffer, ZlibOptions, Buffer>(gzip), promisify(gunzip), promisify(execFile)]

const folderOf = (dataFolder: string) => join(dataFolder, 'revisions')
const listOf = (dataFolder: string) => join(folderOf(dataFolder), 'revisions.json')
const nameWhole = (digest: string) => `${digest}.json.gz`
/** Older versions would take a file with the name of a whole revision for one. */
const nameDifferences = (digest: string) => `${digest}.differences.json.gz`

/** Returns the kept revisions, the newest first. Rejects when the list cannot be read. */
export async function listRevisions(dataFolder: string): Promise<KeptRevision[]> {
  try {
    return JSON.parse(await readFile(listOf(dataFolder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${listOf(dataFolder)} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns the texts of a kept revision. Rejects when they are gone. */
export async function readRevision(
  dataFolder: string,
  { texts, base, revision }: Pick<KeptRevision, 'texts' | 'base' | 'revision'>,
): Promise<DocumentTexts> {
  const read = async (name: string) =>
    JSON.parse(String(await unpack(await readFile(join(folderOf(dataFolder), name)))))
  try {
    const whole: DocumentTexts = await read(nameWhole(base ?? texts))
    if (base === undefined) return whole
    const differences: TextDifferences = await read(nameDifferences(texts))
    const all = Object.entries<string | null>({ ...whole, ...differences })
    return Object.fromEntries(all.filter((each): each is [string, string] => each[1] !== null))
  } catch (error) {
    throw new Error(`the texts of the revision ${revision.slice(0, 12)} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Reads the texts of all documents of a folder, synchronously: thousands of small files take a sixth of the time. */
export async function readDocumentTexts(folder: string): Promise<DocumentTexts> {
  const files = await findDocuments(folder, new ProblemList())
  return Object.fromEntries(files.map(({ path }) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** Returns whether these are the texts of a kept revision. Rejects when the base of one is gone. */
export async function isKept(dataFolder: string, texts: DocumentTexts): Promise<boolean> {
  const byBase = Map.groupBy(await listRevisions(dataFolder), ({ base }) => base)
  for (const [base, revisions] of byBase) {
    const known = base === undefined ? {} : await readRevision(dataFolder, { texts: base, revision: base })
    const digest = digestOf(renderTexts(listDifferences(known, texts)))
    if (revisions.some((each) => each.texts === digest)) return true
  }
  return false
}

function listDifferences(base: DocumentTexts, texts: DocumentTexts): TextDifferences {
  const differences: Record<string, string | null> = {}
  for (const path in texts) if (texts[path] !== base[path]) differences[path] = texts[path] as string
  for (const path in base) if (texts[path] === undefined) differences[path] = null
  return differences
}

/** Returns texts as JSON in UTF-8, sorted by path. */
function renderTexts(texts: TextDifferences): Buffer {
  const paths = Object.keys(texts).sort()
  return Buffer.from(JSON.stringify(Object.fromEntries(paths.map((path) => [path, texts[path]]))))
}

const digestOf = (json: Buffer) => hash('sha256', json).slice(0, 32)

export interface UsedRevision extends Pick<KeptRevision, 'revision' | 'by' | 'changes'> {
  dataFolder: string
  /** The folder of the documents. */
  folder: string
  /** The texts from which it was loaded. */
  texts: DocumentTexts
}

/** Keeps a revision that the gateway has begun to use, unless it is the one that it used last. */
export async function keepRevision(used: UsedRevision): Promise<void> {
  const { dataFolder, folder, revision, changes, by } = used
  const known = await listRevisions(dataFolder)
  if (known[0]?.revision === revision) return
  await makeFolder(folderOf(dataFolder), { mode: 0o700 })
  const digests = await keepTexts(used, known)
  const author = await findAuthor(folder)
  const at = new Date().toISOString()
  const entry: KeptRevision = { at, revision, ...digests, author: author || undefined, by: by || undefined, changes }
  const kept = [entry, ...known].slice(0, maxKept)
  await replaceFile(listOf(dataFolder), JSON.stringify(kept), { mode: 0o600 })
  const files = kept.flatMap(({ texts, base }) => (base ? [nameWhole(base), nameDifferences(texts)] : nameWhole(texts)))
  await removeTextsExcept(folderOf(dataFolder), new Set(files))
}

/** Keeps the texts as a whole, or what differs from the base of the revision before, and returns the digests. */
async function keepTexts({ dataFolder, texts }: UsedRevision, known: readonly KeptRevision[]) {
  const write = async (name: string, json: Buffer) =>
    replaceFile(join(folderOf(dataFolder), name), await pack(json, { level: 1 }), { mode: 0o600 })
  const count = Object.keys(texts).length
  const isLarge = count >= minDocuments
  const base = known[0]?.base ?? known[0]?.texts
  if (isLarge && base !== undefined) {
    const differences = listDifferences(await readBase(dataFolder, base, texts), texts)
    const json = renderTexts(differences)
    const digest = digestOf(json)
    if (Object.keys(differences).length <= count / 10) {
      await write(nameDifferences(digest), json)
      return { texts: digest, base }
    }
  }
  const json = renderTexts(texts)
  const digest = digestOf(json)
  if (!known.some((each) => (each.base ?? each.texts) === digest)) await write(nameWhole(digest), json)
  if (isLarge) lastBase = { digest, texts }
  return { texts: digest }
}

/** Returns the texts of a base; none when it cannot be read. Those that are equal in `texts` are in memory once. */
async function readBase(dataFolder: string, digest: string, texts: DocumentTexts): Promise<DocumentTexts> {
  if (lastBase?.digest === digest && existsSync(join(folderOf(dataFolder), nameWhole(digest)))) return lastBase.texts
  const whole = { texts: digest, revision: digest }
  const read: Record<string, string> | undefined = await readRevision(dataFolder, whole).catch(() => undefined)
  if (!read) return {}
  for (const [path, text] of Object.entries(texts)) if (read[path] === text) read[path] = text
  lastBase = { digest, texts: read }
  return read
}

async function removeTextsExcept(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.json.gz') && !kept.has(name)) await rm(join(folder, name), { force: true })
}

/** Returns undefined outside git repositories, and when documents are not committed. */
async function findAuthor(folder: string): Promise<string | undefined> {
  const git = async (...args: string[]) => (await run('git', ['-C', folder, ...args], { timeout: 5_000 })).stdout.trim()
  try {
    if ((await git('status', '--porcelain', '--', '.')) !== '') return undefined
    return await git('log', '-1', '--format=%an <%ae> %h', '--', '.')
  } catch {
    return undefined // without git, or not in a repository
  }
}
