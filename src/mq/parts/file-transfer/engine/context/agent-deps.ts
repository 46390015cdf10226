/** What the parts of a running agent share. */
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../../../shared/lib/time/timers.ts'
import type { Connection } from '../../../../manager/index.ts'
import type { AgentSettings } from '../config/agent-settings.ts'
import type { Publisher } from '../coordination/publisher.ts'
import type { SourceWork, StagedWork } from '../files/file-work.ts'
import type { PathAccess } from '../files/path-access.ts'
import type { SharedBlocks } from '../files/shared-blocks.ts'
import type { FrameReceiver } from '../types/frame.ts'
import type { AgentAddress } from '../types/request.ts'

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
  /** Reads source files, on a thread. */
  readonly reader: SourceWork
  /** The memory for the content of files that are sent. */
  readonly blocks: SharedBlocks
  /** Writes staged files, on a thread. */
  readonly writer: StagedWork
  /** Returns an agent of the same queue manager that runs in this process, or undefined. */
  findNeighbour(agent: AgentAddress): FrameReceiver | undefined
  /** Closes the files and ends the threads. */
  closeFiles(): Promise<void>
}
