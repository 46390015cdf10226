/**
 * Applications that developers make and change: written as documents by the primary, one after the other, and
 * answered when every worker has them in use.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { DocumentEditError, type DocumentEditErrorReason, type EditDeps } from '../../config/index.ts'
import type { Application } from '../../config/types/index.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { ApplicationEdit, ApplicationEditErrorCode, ApplicationEditResult } from '../../portal/index.ts'
import { foldName } from '../../registries/index.ts'
import { openSemaphore } from '../../security/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { CatalogWithoutApis } from '../documents/serialized-config.ts'
import { buildDocumentChange } from './document-changes.ts'
import { EditError } from './edit-error.ts'

export interface EditsDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be, only to tell what is wrong with them. */
  load: EditDeps['load']
  documents: {
    /** Those in use. */
    catalogs(): readonly CatalogWithoutApis[]
    /** Looks at the documents; whether what they say is in use then. */
    now(): Promise<boolean>
  }
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

export type ApplyEdit = (edit: ApplicationEdit) => Promise<ApplicationEditResult>

/** More than these would wait longer than callers do. */
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
    const before = await contentOf(path)
    await change.write({ folder, load }).catch((error: unknown) => {
      throw refusalOf(error, change.file)
    })
    if (!(await documents.now())) {
      await restore(path, before)
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

  async function restore(path: string, before: Content | undefined): Promise<void> {
    log.error({ file: path }, 'an edit of an application cannot be served and is taken back')
    if (before === undefined) await rm(path, { force: true })
    else await replaceFile(path, before.text, { mode: before.mode })
    await documents.now()
  }

  /** What was wrong in the application's own document is the developer's affair, everything else the operator's. */
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

interface Content {
  text: string
  mode: number
}

/** Undefined when there is no such file. */
async function contentOf(path: string): Promise<Content | undefined> {
  try {
    return { text: await readFile(path, 'utf8'), mode: (await stat(path)).mode & 0o777 }
  } catch {
    return undefined
  }
}

const refusals: Record<DocumentEditErrorReason, ApplicationEditErrorCode> = {
  wrong: 'documents_wrong',
  taken: 'name_taken',
  overtaken: 'overtaken',
  elsewhere: 'kept_elsewhere',
}

/** The applications of a user. */
function ownIn({ applications, registries, portal }: CatalogWithoutApis, user: string): Application[] {
  const fold = (name: string) => foldName(name, registries.get(portal?.registry ?? '')?.caseSensitive ?? true)
  return applications.filter(({ owner }) => owner !== undefined && fold(owner) === fold(user))
}

/** One of the asker's own; but a name is taken by anybody's, and a decision is about anybody's. */
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
