/**
 * Plans edits of applications: checks them against the catalogs in use and changes texts. Catalogs may have thousands of
 * applications and documents may be large, so that the primary lets a thread do it.
 */
import { buildFoldName } from '../../../shared/registries/index.ts'
import { DocumentEditError } from '../../config/index.ts'
import type { Application } from '../../config/types/index.ts'
import type { ApplicationEdit } from '../../runtime/applications/application-edit.ts'
import type { CatalogWithoutApis } from '../../runtime/documents/serialized-config.ts'
import { type ApplicationChange, buildDocumentChange } from './document-changes.ts'
import { ApplicationEditError, documentRejections } from './edit-error.ts'
import type { ApplicationPlan, ApplicationTask, ApplicationTaskResult } from './messages.ts'

/** Runs a task. Rejects with `RpcError` when the thread fails or takes too long. */
export type RunApplicationTask = (task: ApplicationTask) => Promise<ApplicationTaskResult>

/** Returns a function that runs tasks for the catalogs. It throws only because of defects. */
export function openApplicationPlanner(
  catalogs: readonly CatalogWithoutApis[],
): (task: ApplicationTask) => ApplicationTaskResult {
  return function run(task) {
    try {
      const catalog = findCatalog(catalogs, task.edit)
      if (task.do === 'find')
        return { application: catalog.applications.find(({ name }) => name === task.edit.application) }
      const change = buildChange(catalog, task)
      if (task.do === 'plan') return { plan: describePlan(change, catalog) }
      return { text: change.do === 'change' ? change.change(task.text) : task.text }
    } catch (error) {
      if (error instanceof ApplicationEditError) return error.toResult()
      if (!(error instanceof DocumentEditError)) throw error
      return { refused: documentRejections[error.reason], cause: error.message }
    }
  }
}

function findCatalog(catalogs: readonly CatalogWithoutApis[], { catalog }: ApplicationEdit): CatalogWithoutApis {
  const found = catalogs.find(({ path }) => path === catalog)
  if (!found) throw new ApplicationEditError('unknown_application') // it was removed meanwhile
  return found
}

function buildChange(
  catalog: CatalogWithoutApis,
  { edit, now }: { edit: ApplicationEdit; now: number },
): ApplicationChange {
  const own = findOwnApplications(catalog, edit.by)
  return buildDocumentChange({ catalog, application: applicationOf(edit, catalog, own), own, edit, now })
}

function describePlan(change: ApplicationChange, { storesApplications }: CatalogWithoutApis): ApplicationPlan {
  return {
    file: change.file,
    does: change.do,
    text: change.do === 'add' ? change.text : undefined,
    storesApplications: storesApplications === true,
  }
}

/** Returns the applications of a user. */
function findOwnApplications({ applications, registries, portal }: CatalogWithoutApis, user: string): Application[] {
  const fold = buildFoldName(registries.get(portal?.registry ?? ''))
  return applications.filter(({ owner }) => owner !== undefined && fold(owner) === fold(user))
}

/** Finds an application of the user. A new name must differ from all names; a decision may be about any. */
function applicationOf(
  edit: ApplicationEdit,
  { applications }: CatalogWithoutApis,
  own: readonly Application[],
): Application | undefined {
  const among = edit.do === 'create' || edit.do === 'decide' ? applications : own
  const found = among.find(({ name }) => name === edit.application)
  if (!found && edit.do !== 'create') throw new ApplicationEditError('unknown_application')
  return found
}
