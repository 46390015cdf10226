/** The verbs of `sluice config`. */
import { join } from 'node:path'
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { escapeControlCharacters } from '../../../../shared/lib/output/escape-control-characters.ts'
import { exchangeText } from '../../../config/index.ts'
import { shortenRevision } from '../../../lib/text/shorten-revision.ts'
import {
  compareRevisions,
  findRevision,
  type KeptRevision,
  listRevisions,
  planRollback,
  type RevisionPlace,
  type Rollback,
  readRevision,
  renderPatch,
} from '../../../runtime/revisions/index.ts'

export interface ConfigVerbDeps extends RevisionPlace {
  json: boolean
  write(text: string): void
}

const maxShownChanges = 5

/** Prints the revisions, the newest first. */
export async function logRevisions({ dataFolder, json, write }: ConfigVerbDeps): Promise<number> {
  const revisions = await listRevisions(dataFolder)
  if (json) write(`${JSON.stringify({ revisions }, null, 2)}\n`)
  else if (revisions.length === 0) write(`no gateway has used documents over ${dataFolder} yet\n`)
  else for (const each of revisions) write(renderRevision(each))
  return 0
}

function renderRevision({ at, revision, author = '', by, changes }: KeptRevision): string {
  const more = changes.length - maxShownChanges
  const lines = [
    `${at.slice(0, 19)}Z  ${shortenRevision(revision)}  ${by === undefined ? author : `${by}, at the portal`}`.trimEnd(),
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
export async function diffRevisions(
  before: string,
  after: string | undefined,
  { json, write, ...place }: ConfigVerbDeps,
): Promise<number> {
  const patch = await compareRevisions(before, after, place)
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
  const { isDryRun, isForced, json, write } = deps
  const plan = await planRollback(name, deps)
  if (plan.refusal !== undefined && !isForced && !isDryRun) throw new Error(plan.refusal)
  const { revision, at } = plan.revision
  const patch = renderPatch(plan.present, plan.wanted)
  if (!isDryRun) await writeDocuments(deps.folder, plan)
  const summary = isDryRun ? 'would go back to' : 'went back to'
  if (json) write(`${JSON.stringify({ revision, dryRun: isDryRun, patch }, null, 2)}\n`)
  else write(`${patch}${summary} ${shortenRevision(revision)} of ${at.slice(0, 19)}Z\n`)
  return 0
}

async function writeDocuments(folder: string, { paths, present, wanted }: Rollback): Promise<void> {
  const isRemoved = (path: string) => Number(wanted[path] === undefined)
  for (const path of paths.toSorted((a, b) => isRemoved(a) - isRemoved(b)))
    if (!(await exchangeText(join(folder, path), { before: present[path], after: wanted[path] })))
      throw new Error(`${path} was changed at the same time: run the command again`)
}
