/**
 * Edits of applications by developers. The primary writes them as documents, one after the other, and responds
 * when every worker uses them.
 */
import { join } from 'node:path'

import { DocumentEditError, type DocumentEditErrorReason, type EditDeps } from '../../config/index.ts'
import type { Application } from '../../config/types/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { ApplicationEdit, ApplicationEditErrorCode, ApplicationEditResult } from '../../portal/index.ts'
import { foldName } from '../../registries/index.ts'
import { openSemaphore } from '../../security/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { CatalogWithoutApis } from '../documents/serialized-config.ts'
import { buildDocumentChange } from './document-changes.ts'
import { readContent, restoreContent } from './documents/document-content.ts'
import { EditError } from './edit-error.ts'

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
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

export type ApplyEdit = (edit: ApplicationEdit) => Promise<ApplicationEditResult>

/** The limit of the queue: further edits would wait longer than clients do. */
const waiting = 50

export function openApplicationEdits({ folder, load, documents, audit, clock, log }: EditsDeps): ApplyEdit {
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: waiting,
    createOverflowError: () => new EditError('busy'),
  })

  return async function edit(wanted) {
    try {
      return await inTurn(() => make(wanted))
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      return { refused: error.reason, ...(error.message !== '' && { detail: error.message }) }
    }
  }

  async function make(edit: ApplicationEdit): Promise<ApplicationEditResult> {
    const catalog = catalogOf(edit)
    const own = ownIn(catalog, edit.by)
    const application = applicationOf(edit, catalog, own)
    const change = buildDocumentChange({ catalog, application, own, edit, now: clock() })
    const path = join(folder, change.file)
    const before = await readContent(path)
    await change.write({ folder, load }).catch((error: unknown) => {
      throw refusalOf(error, change.file)
    })
    if (!(await documents.now())) {
      log.error({ file: path }, 'an edit of an application cannot be served and is undone')
      await restoreContent(path, before)
      await documents.now()
      throw new EditError('documents_wrong')
    }
    await note(edit)
    return { application: catalogOf(edit).applications.find(({ name }) => name === edit.application) }
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
  const fold = (name: string) => foldName(name, registries.get(portal?.registry ?? '')?.caseSensitive ?? true)
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
