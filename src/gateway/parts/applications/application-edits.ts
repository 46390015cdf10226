/** Edits of applications, which the primary writes one after the other and which end when every worker uses them. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { openSemaphore } from '../../../shared/security/index.ts'
import {
  addDocument,
  changeDocument,
  DocumentEditError,
  type DocumentStorage,
  type EditDeps,
  openFileStorage,
  removeDocument,
  type TextExchange,
} from '../../config/index.ts'
import type {
  ApplicationEdit,
  ApplicationEditResult,
  EditApplication,
} from '../../runtime/applications/application-edit.ts'
import type { StoredApplications } from '../../runtime/applications/stored-applications.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { ApplicationEditError, documentRejections } from './edit-error.ts'
import type { ApplicationPlan, ApplicationTask, ApplicationTaskResult } from './messages.ts'
import type { RunApplicationTask } from './plan-application-edit.ts'

export interface EditsDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be after an edit, only to report problems. */
  load: EditDeps['load']
  /** Plans an edit against the catalogs in use, outside the thread of the caller. */
  runTask: RunApplicationTask
  /** Reloads the documents. Returns whether those on disk are in use afterwards. */
  reload(): Promise<boolean>
  /** Returns the applications in the store; undefined while no catalog keeps applications there. */
  storedApplications(): StoredApplications | undefined
  /** Never rejects. */
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

/** The limit of the queue: further edits would wait longer than clients do. */
const waiting = 50

/** How often an edit is checked again when other gateways edit applications of the store at the same time. */
const maxAttempts = 30

export function openApplicationEdits(deps: EditsDeps): EditApplication {
  const { folder, load, audit, clock, log } = deps
  /** The number of edits in the store that the catalogs in use contain; undefined before it was read. */
  let usedCount: number | undefined
  const files = openFileStorage(folder)
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: waiting,
    createOverflowError: () => new ApplicationEditError('busy'),
  })

  return async function edit(wanted) {
    try {
      return await inTurn(() => makeRepeatedly(wanted))
    } catch (error) {
      if (!(error instanceof ApplicationEditError)) throw error
      return error.toResult()
    }
  }

  /** Checks and applies the edit again when another gateway was faster: both are kept, and no limit is exceeded. */
  async function makeRepeatedly(edit: ApplicationEdit): Promise<ApplicationEditResult> {
    for (let attempt = 1; ; attempt += 1) {
      const stored = deps.storedApplications()
      if (stored && (await stored.readEditCount()) !== usedCount) await use()
      try {
        return await make(edit)
      } catch (error) {
        if (!(error instanceof ApplicationEditError) || !stored || attempt === maxAttempts) throw error
        if ((await stored.readEditCount()) === usedCount) throw error
      }
    }
  }

  async function make(edit: ApplicationEdit): Promise<ApplicationEditResult> {
    const now = clock()
    const { plan } = await runTask({ do: 'plan', edit, now }, 'plan')
    const { file } = plan
    const storage = await storageFor(edit, plan)
    const undo = await storage.prepareUndo(file)
    const written = await write({ plan, edit, now }, { folder, load, storage }).catch((error: unknown) => {
      throw refusalOf(error, file)
    })
    if (!(await use())) {
      log.error({ file }, 'an edit of an application cannot be served and is undone')
      await undo(written)
      await use()
      throw new ApplicationEditError('documents_wrong')
    }
    await note(edit)
    return runTask({ do: 'find', edit }, 'application')
  }

  function write(
    { plan: { does, file, text }, edit, now }: { plan: ApplicationPlan; edit: ApplicationEdit; now: number },
    tools: EditDeps,
  ): Promise<TextExchange> {
    if (does === 'add') return addDocument(file, text ?? '', tools)
    if (does === 'remove') return removeDocument(file, tools)
    const change = async (before: string) => (await runTask({ do: 'change', edit, now, text: before }, 'text')).text
    return changeDocument(file, change, tools)
  }

  /** Rejects with `ApplicationEditError` when the task is refused or takes too long. */
  async function runTask<M extends string>(
    task: ApplicationTask,
    member: M,
  ): Promise<Extract<ApplicationTaskResult, Record<M, unknown>>> {
    const result = await deps.runTask(task).catch((error: unknown) => {
      log.error({ err: error, application: task.edit.application }, 'an edit of an application failed')
      throw new ApplicationEditError('busy')
    })
    if (member in result) return result as Extract<ApplicationTaskResult, Record<M, unknown>>
    const { refused, detail, cause } = result as Extract<ApplicationTaskResult, { refused: unknown }>
    if (cause !== undefined) log.warn({ reason: cause }, 'an edit of an application was refused')
    throw new ApplicationEditError(refused, detail)
  }

  /** Returns where the application of an edit is: a file hides an application in the store. */
  async function storageFor(
    { do: action }: ApplicationEdit,
    { storesApplications, file }: ApplicationPlan,
  ): Promise<DocumentStorage> {
    const stored = deps.storedApplications()
    if (!storesApplications || !stored) return files
    if (!(await files.has(file))) return stored.storageAfter(usedCount)
    // On the other gateways, the file would stay as it is.
    throw new ApplicationEditError(action === 'create' ? 'name_taken' : 'kept_in_file')
  }

  /** Loads the newest documents. Returns whether they are in use afterwards. */
  async function use(): Promise<boolean> {
    const stored = deps.storedApplications()
    const count = await stored?.readEditCount()
    await stored?.refresh()
    const isUsed = await deps.reload()
    usedCount = count
    return isUsed
  }

  /** Problems in the application's own document are reported to the developer, all others to the operator. */
  function refusalOf(error: unknown, file: string): ApplicationEditError {
    if (error instanceof ApplicationEditError) return error
    if (!(error instanceof DocumentEditError)) {
      log.error({ err: error, file }, 'an application could not be written')
      return new ApplicationEditError('not_written')
    }
    const own = error.problems.filter((each) => each.file === file)
    if (own.length > 0)
      return new ApplicationEditError('wrong_application', own.map(({ message }) => `${message}.`).join(' '))
    log.warn({ reason: error.message, file }, 'an edit of an application was refused')
    return new ApplicationEditError(documentRejections[error.reason])
  }

  async function note({ do: action, by, catalog, application, ...rest }: ApplicationEdit): Promise<void> {
    const { secretHash: _, settings, ...details } = rest as Record<string, unknown>
    await audit(`portal ${action}`, { by, catalog, application, ...details, ...(settings as object) })
  }
}
