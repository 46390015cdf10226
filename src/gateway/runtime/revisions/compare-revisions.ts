/** Finds revisions by name or time, compares their documents, and plans the way back to a revision. */
import { buildUnifiedDiff } from '../../lib/text/unified-diff.ts'
import {
  type DocumentTexts,
  isKept,
  type KeptRevision,
  listRevisions,
  readDocumentTexts,
  readRevision,
} from './kept-revisions.ts'

export interface RevisionPlace {
  /** The folder of the documents. */
  folder: string
  dataFolder: string
}

/** Finds a revision by the beginning of its name, or the one that was in use at a time. Rejects with what to write. */
export async function findRevision(name: string, dataFolder: string): Promise<KeptRevision> {
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

/** Returns the differences of all documents in the unified format; empty for equal documents. */
export function renderPatch(before: DocumentTexts, after: DocumentTexts): string {
  return listPaths(before, after)
    .map((path) => buildUnifiedDiff(path, before[path], after[path]))
    .join('')
}

/** Returns the differences from a revision to another one, or to the files on disk. */
export async function compareRevisions(
  from: string,
  to: string | undefined,
  { folder, dataFolder }: RevisionPlace,
): Promise<string> {
  const before = await readRevision(dataFolder, await findRevision(from, dataFolder))
  if (to === undefined) return renderPatch(before, await readDocumentTexts(folder))
  return renderPatch(before, await readRevision(dataFolder, await findRevision(to, dataFolder)))
}

export interface Rollback {
  revision: KeptRevision
  present: DocumentTexts
  wanted: DocumentTexts
  /** The paths of the documents that differ. */
  paths: readonly string[]
  /** Why going back would lose files, and what to do; undefined when the files are a revision that was used. */
  refusal: string | undefined
}

/** Reads what going back to a revision would change. Rejects when there is no such revision. */
export async function planRollback(name: string, { folder, dataFolder }: RevisionPlace): Promise<Rollback> {
  const revision = await findRevision(name, dataFolder)
  const [wanted, present] = [await readRevision(dataFolder, revision), await readDocumentTexts(folder)]
  const refusal = `the files in ${folder} are no revision that a gateway has used, so going back would lose them: commit or copy them, then use "sluice config rollback ${name} --force"; "sluice config diff ${name}" shows the difference`
  const paths = listPaths(present, wanted).filter((path) => present[path] !== wanted[path])
  return { revision, present, wanted, paths, refusal: (await isKept(dataFolder, present)) ? undefined : refusal }
}

function listPaths(...texts: readonly DocumentTexts[]): string[] {
  return [...new Set(texts.flatMap(Object.keys))].sort()
}
