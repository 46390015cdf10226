/** The verbs of `sluice config`. */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { escapeControlCharacters } from '../../lib/output/escape-control-characters.ts'
import { buildUnifiedDiff } from '../../lib/text/unified-diff.ts'
import {
  type DocumentTexts,
  digestTexts,
  type KeptRevision,
  listRevisions,
  readDocumentTexts,
  readRevision,
} from '../../runtime/revisions/index.ts'
import { pluralize } from '../common/pluralize.ts'

export interface ConfigVerbDeps {
  /** The folder of the documents. */
  folder: string
  dataFolder: string
  json: boolean
  write(text: string): void
}

const shownDigits = 12
const maxShownChanges = 5

/** Prints the revisions, the newest first. */
export async function logRevisions({ dataFolder, json, write }: ConfigVerbDeps): Promise<number> {
  const revisions = await listRevisions(dataFolder)
  if (json) write(`${JSON.stringify({ revisions }, null, 2)}\n`)
  else if (revisions.length === 0) write(`no gateway has used documents over ${dataFolder} yet\n`)
  else for (const each of revisions) write(renderRevision(each))
  return 0
}

function renderRevision({ at, revision, author, changes }: KeptRevision): string {
  const more = changes.length - maxShownChanges
  const lines = [
    `${at.slice(0, 19)}Z  ${revision.slice(0, shownDigits)}${author === undefined ? '' : `  ${author}`}`,
    ...changes.slice(0, maxShownChanges).map((each) => `    ${each}`),
    ...(more > 0 ? [`    and ${pluralize(more, 'other change')}`] : []),
  ]
  return lines.map((line) => `${escapeControlCharacters(line)}\n`).join('')
}

/** Prints the names of the documents of a revision, or the text of one. */
export async function showRevision(
  name: string,
  file: string | undefined,
  { dataFolder, json, write }: ConfigVerbDeps,
): Promise<number> {
  const found = await findRevision(name, dataFolder)
  const texts = await readRevision(dataFolder, found)
  const paths = Object.keys(texts).sort()
  if (file === undefined) {
    write(
      json
        ? `${JSON.stringify({ ...found, files: paths }, null, 2)}\n`
        : `${renderRevision(found)}${paths.join('\n')}\n`,
    )
    return 0
  }
  const text = texts[file]
  if (text === undefined) throw new Error(`the revision has no document ${file} - it has ${paths.join(', ')}`)
  write(json ? `${JSON.stringify({ file, text }, null, 2)}\n` : text)
  return 0
}

/** Prints the differences from a revision to another one, or to the files on disk. */
export async function compareRevisions(
  before: string,
  after: string | undefined,
  { folder, dataFolder, json, write }: ConfigVerbDeps,
): Promise<number> {
  const old = await readRevision(dataFolder, await findRevision(before, dataFolder))
  const other =
    after === undefined
      ? await readDocumentTexts(folder)
      : await readRevision(dataFolder, await findRevision(after, dataFolder))
  const patch = renderPatch(old, other)
  if (json) write(`${JSON.stringify({ patch }, null, 2)}\n`)
  else write(patch === '' ? 'the documents are the same\n' : patch)
  return 0
}

export interface RollBackDeps extends ConfigVerbDeps {
  isDryRun: boolean
  /** Whether files are overwritten that are no revision that was used. */
  isForced: boolean
}

/** Writes the documents of a revision over those on disk, and prints what changes. */
export async function rollBack(name: string, deps: RollBackDeps): Promise<number> {
  const { folder, dataFolder, isDryRun, isForced, json, write } = deps
  const found = await findRevision(name, dataFolder)
  const [wanted, present] = [await readRevision(dataFolder, found), await readDocumentTexts(folder)]
  const isKept = (await listRevisions(dataFolder)).some(({ texts }) => texts === digestTexts(present))
  if (!isKept && !isForced && !isDryRun)
    throw new Error(
      `the files in ${folder} are no revision that a gateway has used, so going back would lose them: commit or copy them, then use --force; "sluice config diff ${name}" shows the difference`,
    )
  const patch = renderPatch(present, wanted)
  if (!isDryRun) await writeTexts(folder, present, wanted)
  const summary = isDryRun ? 'would go back to' : 'went back to'
  if (json) write(`${JSON.stringify({ revision: found.revision, dryRun: isDryRun, patch }, null, 2)}\n`)
  else write(`${patch}${summary} ${found.revision.slice(0, shownDigits)} of ${found.at.slice(0, 19)}Z\n`)
  return 0
}

async function writeTexts(folder: string, present: DocumentTexts, wanted: DocumentTexts): Promise<void> {
  for (const [path, text] of Object.entries(wanted)) {
    if (present[path] === text) continue
    await makeFolder(dirname(join(folder, path)))
    await replaceFile(join(folder, path), text)
  }
  for (const path of Object.keys(present)) if (!Object.hasOwn(wanted, path)) await rm(join(folder, path))
}

function renderPatch(before: DocumentTexts, after: DocumentTexts): string {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return paths.map((path) => buildUnifiedDiff(path, before[path], after[path])).join('')
}

/** Finds a revision by the beginning of its name, or the one that was in use at a time. */
async function findRevision(name: string, dataFolder: string): Promise<KeptRevision> {
  const revisions = await listRevisions(dataFolder)
  if (/^\d{4}-\d\d-\d\d/.test(name)) {
    const time = Date.parse(name)
    if (Number.isNaN(time))
      throw new Error(`"${name}" is not a time: write it like 2026-01-31T12:00 or 2026-01-31T12:00:00Z`)
    const found = revisions.find(({ at }) => Date.parse(at) <= time)
    if (found) return found
    throw new Error(
      `no revision is kept that was in use at ${name}: the oldest is of ${revisions.at(-1)?.at ?? 'no time'}`,
    )
  }
  const found = revisions.filter(({ revision }) => name !== '' && revision.startsWith(name))
  const [first] = found
  if (first && new Set(found.map(({ revision }) => revision)).size === 1) return first
  throw new Error(
    first
      ? `${found.length} revisions begin with "${name}": write more of it`
      : `there is no revision "${name}" - "sluice config log" lists them`,
  )
}
