/** A queue manager of an installation: its state, and the way to a connection. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ManagerConnection } from './connection.ts'
import { type Definition, saveDefinition } from './definition.ts'
import { mqError } from './reasons.ts'
import { openRunning, type Running } from './running.ts'
import { openSqliteStore } from './store/sqlite.ts'
import { asMqError } from './store-errors.ts'
import type { ApplicationIdentity, Connection, Principal, QueueManager, QueueManagerState } from './types.ts'

export interface ManagerTools {
  readonly clock: Clock
  readonly log: Log
  /** The name of the installation. */
  readonly installation: string
  isDefault(name: string): boolean
}

export type EndMode = 'controlled' | 'immediate' | 'preemptive'

const endStates = {
  controlled: ['quiescing', 'ended', 'MQRC_Q_MGR_QUIESCING'],
  immediate: ['endingImmediately', 'endedImmediately', 'MQRC_Q_MGR_STOPPING'],
  preemptive: ['endingPreemptively', 'endedPreemptively', 'MQRC_Q_MGR_STOPPING'],
} as const

export class InstalledManager implements QueueManager {
  readonly name: string
  readonly folder: string
  readonly #tools: ManagerTools
  #definition: Definition
  #running: Running | undefined
  #startedAt: number | undefined

  constructor(folder: string, definition: Definition, tools: ManagerTools) {
    this.folder = folder
    this.name = definition.name
    this.#definition = definition
    this.#tools = tools
    // Whoever wrote that it runs has died: the folder is ours now.
    if (isLive(definition.state)) this.#enter('endedUnexpectedly')
  }

  get state(): QueueManagerState {
    return this.#definition.state
  }

  get isDefault(): boolean {
    return this.#tools.isDefault(this.name)
  }

  get startedAt(): number | undefined {
    return this.#startedAt
  }

  get connectionCount(): number {
    return 0
  }

  async start(): Promise<void> {
    if (isLive(this.state)) {
      throw mqError('MQRC_Q_MGR_NAME_ERROR', `${this.name} is ${this.state}`, { object: this.name })
    }
    const before = this.state
    const { clock, log } = this.#tools
    this.#enter('starting')
    try {
      const { name, created } = this.#definition
      const store = openSqliteStore(join(this.folder, 'messages.db'), { created })
      this.#running = openRunning({ name, created, store, clock, log: log.child({ qmgr: name }) })
      this.#startedAt = clock()
      this.#enter('running')
    } catch (error) {
      this.#enter(before)
      throw asMqError(error)
    }
  }

  async end(mode: EndMode = 'controlled'): Promise<void> {
    const running = this.#running
    if (!running) return
    const [ending, ended, reason] = endStates[mode]
    this.#enter(ending)
    for (const queue of running.queues.all()) {
      queue.refuseWaiters(() => mqError(reason, `${this.name} is ending`, { object: this.name }))
    }
    this.#running = undefined
    this.#startedAt = undefined
    running.close()
    this.#enter(ended)
  }

  connect(principal: Principal, application: ApplicationIdentity = { name: '' }): Connection {
    if (!this.#running || this.state !== 'running') {
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${this.name} is ${this.state}`, { object: this.name })
    }
    return new ManagerConnection(this, this.#running, principal, application)
  }

  /** Removes everything of an ended queue manager from disk. */
  destroy(): void {
    if (isLive(this.state)) {
      throw mqError('MQRC_Q_MGR_NAME_ERROR', `${this.name} is ${this.state}`, { object: this.name })
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  #enter(state: QueueManagerState): void {
    this.#definition = { ...this.#definition, state }
    saveDefinition(this.folder, this.#definition)
  }
}

function isLive(state: QueueManagerState): boolean {
  return !state.startsWith('ended')
}
