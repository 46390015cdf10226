/**
 * Edits of applications by developers. The primary writes them as documents, in files or in the store, one after the other,
 * and responds when every worker uses them.
 */
import {
  DocumentEditError,
  type DocumentEditErrorReason,
  type DocumentStorage,
  type EditDeps,
  openFileStorage,
} from '../../config/index.ts'
import type { Application } from '../../config/types/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { ApplicationEdit, ApplicationEditErrorCode, ApplicationEditResult } from '../../portal/index.ts'
import { buildFoldName } from '../../registries/index.ts'
import { openSemaphore } from '../../security/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { CatalogWithoutApis } from '../documents/serialized-config.ts'
import { buildDocumentChange } from './document-changes.ts'
import { EditError } from './edit-error.ts'
import type { StoredApplications } from './stored-applications.ts'

export interface EditsDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be after an edit, only to report problems. */
  load: EditDeps['load']
  documents: {
    /** The catalogs in use. */
    catalogs(): readonly CatalogWithoutApis[]
    /** Reloads the documents. Returns whether those on disk are in use afterwards. */
    now(): Promise<boolean>
  }
  /** Returns the applications in the store; undefined while no catalog keeps applications there. */
  storedApplications(): StoredApplications | undefined
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

export type ApplyEdit = (edit: ApplicationEdit) => Promise<ApplicationEditResult>

/** The limit of the queue: further edits would wait longer than clients do. */
const waiting = 50

/** How often an edit is repeated when another gateway changes the same application in the store. */
const maxAttempts = 10

export function openApplicationEdits(deps: EditsDeps): ApplyEdit {
  const { folder, load, documents, audit, clock, log } = deps
  const files = openFileStorage(folder)
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: waiting,
    createOverflowError: () => new EditError('busy'),
  })

  return async function edit(wanted) {
    try {
      return await inTurn(() => makeRepeatedly(wanted))
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      return { refused: error.reason, ...(error.message !== '' && { detail: error.message }) }
    }
  }

  /** Applies the edit to the newest text when another gateway was faster, so that both edits are kept. */
  async function makeRepeatedly(edit: ApplicationEdit): Promise<ApplicationEditResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await make(edit)
      } catch (error) {
        const isOvertaken = error instanceof EditError && error.reason === 'overtaken'
        if (!isOvertaken || !deps.storedApplications() || attempt === maxAttempts) throw error
        await use()
      }
    }
  }

  async function make(edit: ApplicationEdit): Promise<ApplicationEditResult> {
    const catalog = catalogOf(edit)
    const own = ownIn(catalog, edit.by)
    const application = applicationOf(edit, catalog, own)
    const change = buildDocumentChange({ catalog, application, own, edit, now: clock() })
    const { file } = change
    const storage = await storageFor(edit, catalog, file)
    const undo = await storage.prepareUndo(file)
    await change.write({ folder, load, storage }).catch((error: unknown) => {
      throw refusalOf(error, file)
    })
    if (!(await use())) {
      log.error({ file }, 'an edit of an application cannot be served and is undone')
      await undo()
      await use()
      throw new EditError('documents_wrong')
    }
    await note(edit)
    return { application: catalogOf(edit).applications.find(({ name }) => name === edit.application) }
  }

  /** Returns where the application of an edit is: a file hides an application in the store. */
  async function storageFor(
    { do: action }: ApplicationEdit,
    { storesApplications }: CatalogWithoutApis,
    file: string,
  ): Promise<DocumentStorage> {
    const stored = deps.storedApplications()
    if (!storesApplications || !stored) return files
    if (!(await files.has(file))) return stored.storage
    // On the other gateways, the file would stay as it is.
    throw new EditError(action === 'create' ? 'name_taken' : 'kept_in_file')
  }

  /** Loads the newest documents. Returns whether they are in use afterwards. */
  async function use(): Promise<boolean> {
    await deps.storedApplications()?.refresh()
    return documents.now()
  }

  function catalogOf({ catalog }: ApplicationEdit): CatalogWithoutApis {
    const found = documents.catalogs().find(({ path }) => path === catalog)
    if (!found?.portal) throw new EditError('unknown_application') // its portal was closed meanwhile
    return found
  }

  /** Problems in the application's own document are reported to the developer, all others to the operator. */
  function refusalOf(error: unknown, file: string): EditError {
    if (error instanceof EditError) return error
    if (!(error instanceof DocumentEditError)) {
      log.error({ err: error, file }, 'an application could not be written')
      return new EditError('not_written')
    }
    const own = error.problems.filter((each) => each.file === file)
    if (own.length > 0)
      return new EditError('wrong_application', own.map(({ message }) => `${message}.`).join(' '))
    log.warn({ reason: error.message, file }, 'an edit of an application was refused')
    return new EditError(refusals[error.reason])
  }

  async function note({ do: action, by, catalog, application, ...rest }: ApplicationEdit): Promise<void> {
    const { secretHash: _, ...details } = rest as Record<string, unknown>
    await audit(`portal ${action}`, { by, catalog, application, ...details }).catch((error) =>
      log.error({ err: error }, 'the audit trail cannot be written'),
    )
  }
}

const refusals: Record<DocumentEditErrorReason, ApplicationEditErrorCode> = {
  invalid: 'documents_wrong',
  exists: 'name_taken',
  changed: 'overtaken',
  referenced: 'kept_elsewhere',
}

/** Returns the applications of a user. */
function ownIn({ applications, registries, portal }: CatalogWithoutApis, user: string): Application[] {
  const fold = buildFoldName(registries.get(portal?.registry ?? ''))
  return applications.filter(({ owner }) => owner !== undefined && fold(owner) === fold(user))
}

/**
 * Finds an application of the user. A new name must differ from all names, and a decision may be about any
 * application.
 */
function applicationOf(
  edit: ApplicationEdit,
  { applications }: CatalogWithoutApis,
  own: readonly Application[],
): Application | undefined {
  const among = edit.do === 'create' || edit.do === 'decide' ? applications : own
  const found = among.find(({ name }) => name === edit.application)
  if (!found && edit.do !== 'create') throw new EditError('unknown_application')
  return found
}
