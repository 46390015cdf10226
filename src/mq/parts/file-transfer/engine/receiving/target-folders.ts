/** The folders of the targets of a transfer, and the staging folders beside them. */
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../../../shared/lib/files/make-folder.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { removeStagingFolder, stagingFolderPath } from '../files/staging.ts'
import { commitTogether, type Journal } from '../queues/journal.ts'
import type { ItemOpening } from '../types/frame.ts'
import type { IncomingRecord } from './incoming-items.ts'

export class TargetFolders {
  readonly #transfer: string
  readonly #journal: Journal
  readonly #deps: AgentDeps
  /** The staging folders that are in the journal. */
  readonly #staging = new Set<string>()
  /** Those that are on disk: a kill may come between the record and the folder. */
  readonly #made = new Set<string>()
  /** The folders of targets that the sandbox allows. */
  readonly #checked = new Set<string>()

  constructor(transfer: string, journal: Journal, records: readonly IncomingRecord[], deps: AgentDeps) {
    this.#transfer = transfer
    this.#journal = journal
    this.#deps = deps
    for (const record of records) if (record.kind === 'staging') this.#staging.add(record.folder)
  }

  /** Finds the place of an item and creates its folders. Rejects when the sandbox or the file system does not allow it. */
  async prepare(item: number, opening: ItemOpening) {
    const target = opening.type === 'queue' ? undefined : await this.#resolve(opening)
    const folder = target === undefined ? this.#deps.workFolder : dirname(target)
    const staging = stagingFolderPath(folder, this.#transfer)
    await this.#stage(staging)
    return { target, staged: join(staging, String(item)) }
  }

  /** Removes the staging folders with what is left in them. One on a read-only file system stays. */
  async removeStaging(): Promise<void> {
    const { log } = this.#deps
    for (const folder of this.#staging)
      await removeStagingFolder(folder).catch((error: unknown) =>
        log.warn({ err: error, folder }, 'the folder of a transfer that has ended cannot be removed'),
      )
  }

  /** Resolves a target. Its folder, which gets the staged files as well, is checked once for all its files. */
  async #resolve({ target }: ItemOpening): Promise<string> {
    const path = this.#deps.paths.resolve(target)
    const folder = dirname(path)
    if (this.#checked.has(folder)) return path
    await this.#deps.paths.check(path)
    await this.#deps.paths.check(folder)
    this.#checked.add(folder)
    return path
  }

  /** Creates a staging folder beside the targets. It is in the journal first, so that the end of the transfer removes it. */
  async #stage(folder: string): Promise<void> {
    if (this.#made.has(folder)) return
    const record: IncomingRecord = { kind: 'staging', folder }
    if (!this.#staging.has(folder))
      await commitTogether(this.#deps.connection, (unit) => this.#journal.append(unit, record))
    this.#staging.add(folder)
    await makeFolder(folder)
    this.#made.add(folder)
  }
}
