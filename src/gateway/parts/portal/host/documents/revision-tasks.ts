/** What owners do with revisions of the documents at the portal. */
import { shortenRevision } from '../../../../lib/text/shorten-revision.ts'
import {
  compareRevisions,
  findRevision,
  type KeptRevision,
  listRevisions,
  planRollback,
  type RevisionPlace,
  readRevision,
} from '../../../../runtime/revisions/index.ts'
import type { DocumentChange, DocumentResult, RevisionDetails, RevisionView } from '../../index.ts'
import type { RevisionTask } from '../../processes/thread-tasks.ts'
import { PortalRequestError } from '../portal-request-error.ts'
import { maxChanges, rejectTooLarge, revisionOf } from './document-files.ts'

/** Rejects with `PortalRequestError`. */
export async function runRevisionTask(task: RevisionTask, place: RevisionPlace): Promise<DocumentResult> {
  const { dataFolder } = place
  switch (task.do) {
    case 'revisions':
      return { revisions: (await listRevisions(dataFolder)).map(viewRevision) }
    case 'revision':
      return { revision: await showRevision(task.revision, place) }
    case 'revision text': {
      const found = await findRevision(task.revision, dataFolder).catch(rejectUnknown)
      const texts = await readRevision(dataFolder, found).catch(rejectUnknown)
      const text = Object.hasOwn(texts, task.file) ? texts[task.file] : undefined // a file may be asked as `constructor`
      if (text === undefined) throw new PortalRequestError('unknown_document')
      return { text }
    }
    case 'compare':
      return { patch: await compareRevisions(task.revision, task.to, place).catch(rejectUnknown) }
    case 'rollback':
      return { changes: await planChanges(task.revision, place) }
  }
}

function viewRevision({ at, revision, author, by, changes }: KeptRevision): RevisionView {
  return { at, revision, author: author || undefined, by: by || undefined, changes: [...changes] }
}

async function showRevision(name: string, { dataFolder }: RevisionPlace): Promise<RevisionDetails> {
  const found = await findRevision(name, dataFolder).catch(rejectUnknown)
  const all = await listRevisions(dataFolder)
  const index = all.findIndex(({ at }) => at === found.at)
  const previous = all[index + 1]?.revision
  const files = Object.keys(await readRevision(dataFolder, found).catch(rejectUnknown)).sort()
  return { ...viewRevision(found), previous: previous || undefined, isInUse: index === 0, files }
}

async function planChanges(name: string, place: RevisionPlace): Promise<DocumentChange[]> {
  const { paths, present, wanted, refusal } = await planRollback(name, place).catch(rejectUnknown)
  if (refusal !== undefined) throw new PortalRequestError('rollback_refused', refusal)
  if (paths.length === 0)
    throw new PortalRequestError('rollback_refused', 'The documents are those of this revision already.')
  if (paths.length > maxChanges)
    throw new PortalRequestError(
      'rollback_refused',
      `${paths.length} documents differ, and the portal changes at most ${maxChanges} at once: use "sluice config rollback ${shortenRevision(name)}".`,
    )
  const changes = paths.map((file) => ({ file, text: wanted[file] ?? null, revision: revisionOf(present[file]) }))
  for (const change of changes) rejectTooLarge(change)
  return changes
}

/** The messages say what to write, or which texts cannot be read. */
function rejectUnknown({ message }: Error): never {
  throw new PortalRequestError('unknown_revision', message)
}
