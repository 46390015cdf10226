/** Keeps the definition of a queue manager in memory and in its file. Only stable states are written to the file. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { MessageStoreError } from '../store/message-store.ts'
import type { QueueManagerState } from '../types/queue-manager.ts'
import { type QueueManagerDefinition, saveDefinition } from './queue-manager-definition.ts'

export class DefinitionKeeper {
  readonly #folder: string
  readonly #log: Log
  #definition: QueueManagerDefinition
  /** The state that was written to the file last. */
  #saved: QueueManagerState

  /** This process has locked the folder, so the process that wrote a live state is no longer running. */
  constructor(folder: string, definition: QueueManagerDefinition, log: Log) {
    this.#folder = folder
    this.#definition = definition
    this.#saved = definition.state
    this.#log = log
    // Read-only commands do not change the file; the next start does.
    if (isLive(definition.state)) this.show('endedUnexpectedly')
  }

  get current(): QueueManagerDefinition {
    return this.#definition
  }

  get state(): QueueManagerState {
    return this.#definition.state
  }

  /** Changes the state in memory. */
  show(state: QueueManagerState): void {
    this.#definition = { ...this.#definition, state }
  }

  /** Changes a stable state in memory and file. A full disk only warns, and the saved state is then out of date. */
  async keep(state: QueueManagerState): Promise<void> {
    if (state !== this.#saved) await this.#save({ ...this.#definition, state })
    this.show(state)
  }

  async #save(definition: QueueManagerDefinition): Promise<void> {
    try {
      await saveDefinition(this.#folder, definition)
      this.#saved = definition.state
    } catch (error) {
      if (!(error instanceof MessageStoreError) || error.kind !== 'full') throw error
      this.#log.warn({ error }, 'the state of the queue manager could not be saved')
    }
  }
}

/** Returns whether a queue manager in this state runs, starts, ends or waits. */
export function isLive(state: QueueManagerState): boolean {
  return !state.startsWith('ended')
}
