/** What the parts of a running agent share. */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Timers } from '../../lib/time/timers.ts'
import type { Connection } from '../../qm/index.ts'
import type { AgentSettings } from '../config/agent-settings.ts'
import type { Publisher } from '../coordination/publisher.ts'
import type { FileWork } from '../files/file-work.ts'
import type { PathAccess } from '../files/path-access.ts'

export interface AgentDeps {
  readonly settings: AgentSettings
  /** The connection to the queue manager of the agent. */
  readonly connection: Connection
  readonly paths: PathAccess
  readonly publisher: Publisher
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** The folder of spooled files for destination queues. */
  readonly workFolder: string
  /** Returns where files of a transfer of this size are read. */
  readerFor(totalBytes: number): FileWork
  /** Returns where files of a transfer of this size are written. */
  writerFor(totalBytes: number): FileWork
  /** Closes the files and ends the threads. */
  closeFiles(): Promise<void>
}
