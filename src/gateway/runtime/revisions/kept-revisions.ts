/**
 * The revisions of documents that a gateway has used, kept in its data folder: a list, and the texts of each revision by their
 * digest. References such as `$env{NAME}` are kept as they are written, without what they stand for.
 */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  /** The digest of the texts, which two revisions share that differ only in what references stand for. */
  texts: string
  /** The author and the commit, for a folder in a git repository whose documents are committed. */
  author?: string | undefined
  /** The user of a portal who made the change. */
  by?: string | undefined
  /** What callers, users and operators could notice. */
  changes: readonly string[]
}

/** The texts of documents by their paths below the folder of the documents. */
export type DocumentTexts = Readonly<Record<string, string>>

/** The most uses that are kept; the texts of older ones are removed. */
const maxKept = 200
const [pack, unpack, run] = [promisify<Buffer, ZlibOptions, Buffer>(gzip), promisify(gunzip), promisify(execFile)]

const folderOf = (dataFolder: string) => join(dataFolder, 'revisions')
const listOf = (dataFolder: string) => join(folderOf(dataFolder), 'revisions.json')

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
export async function readRevision(dataFolder: string, { texts, revision }: KeptRevision): Promise<DocumentTexts> {
  try {
    return JSON.parse((await unpack(await readFile(join(folderOf(dataFolder), `${texts}.json.gz`)))).toString())
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

/** Returns the digest that names the texts. */
export function digestTexts(texts: DocumentTexts): string {
  return digestOf(renderTexts(texts))
}

/** Returns the texts as JSON in UTF-8, sorted by path. */
function renderTexts(texts: DocumentTexts): Buffer {
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
export async function keepRevision({ dataFolder, folder, revision, texts, changes, by }: UsedRevision): Promise<void> {
  const known = await listRevisions(dataFolder)
  if (known[0]?.revision === revision) return
  const json = renderTexts(texts)
  const digest = digestOf(json)
  await makeFolder(folderOf(dataFolder), { mode: 0o700 })
  if (!known.some((each) => each.texts === digest)) {
    const packed = await pack(json, { level: 1 })
    await replaceFile(join(folderOf(dataFolder), `${digest}.json.gz`), packed, { mode: 0o600 })
  }
  const author = await findAuthor(folder)
  const entry = {
    at: new Date().toISOString(),
    revision,
    texts: digest,
    author: author || undefined,
    by: by || undefined,
    changes,
  }
  const kept = [entry, ...known].slice(0, maxKept)
  await replaceFile(listOf(dataFolder), JSON.stringify(kept), { mode: 0o600 })
  await removeTextsExcept(folderOf(dataFolder), new Set(kept.map((each) => `${each.texts}.json.gz`)))
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
