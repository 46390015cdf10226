/** Plans changes of versions of products, which move subscriptions, for owners at the portal. */
import { planProductVersion } from '../../../../config/index.ts'
import type { CatalogWithoutApis } from '../../../../runtime/documents/serialized-config.ts'
import type { DocumentChange, PlanVersionsRequest } from '../../index.ts'
import { PortalRequestError, rejectWithMessage } from '../portal-request-error.ts'
import { type DocumentFiles, maxChanges, rejectTooLarge, revisionOf } from './document-files.ts'

/**
 * Returns the changes. Rejects with `PortalRequestError` for versions and plans that cannot take the place of others,
 * and for what the command does: a change of more than 100 documents, or of applications in the store.
 */
export async function planVersions(
  { file, next: nextFile, action, plans = [] }: PlanVersionsRequest,
  catalogs: readonly CatalogWithoutApis[],
  files: DocumentFiles,
): Promise<DocumentChange[]> {
  const catalog = catalogs.find(({ products }) => products.some(({ location }) => location.file === file))
  if (!catalog) throw new PortalRequestError('wrong_document', `${file} is no product of a catalog in use.`)
  const findVersion = (wanted: string) => {
    const found = catalog.products.find(({ location }) => location.file === wanted)
    if (!found) throw new PortalRequestError('wrong_document', `${wanted} is no product of ${catalog.path.slice(1)}.`)
    return found
  }
  const [old, next] = [findVersion(file), nextFile === undefined ? undefined : findVersion(nextFile)]
  const edits = await Promise.resolve({ action, old, next, plans })
    .then((change) => planProductVersion(catalog, change))
    .catch(rejectWithMessage)
  const command = `sluice apps ${[action, old.name, next?.name].filter(Boolean).join(' ')}`
  if (catalog.storesApplications)
    throw new PortalRequestError('wrong_document', `The applications are in the store: use "${command}".`)
  if (edits.length > maxChanges)
    throw new PortalRequestError(
      'wrong_document',
      `${edits.length} documents change, and the portal changes at most ${maxChanges} at once: use "${command}".`,
    )
  return Promise.all(edits.map((each) => change(each.file, each.edit)))

  async function change(path: string, edit: (text: string) => string): Promise<DocumentChange> {
    const before = await files.readText(path)
    if (before === undefined) throw new PortalRequestError('document_changed', `${path} is not there any more.`)
    const text = await Promise.resolve(before)
      .then(edit)
      .catch(({ message }: Error) => {
        throw new PortalRequestError('wrong_document', `${path}: ${message}`)
      })
    const changed = { file: path, text, revision: revisionOf(before) }
    rejectTooLarge(changed)
    return changed
  }
}
