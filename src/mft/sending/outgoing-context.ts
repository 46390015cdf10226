/** What the steps of a transfer at its source agent share. */
import type { UnitOfWork } from '../../qm/index.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import type { Journal } from '../queues/journal.ts'
import { encodeFrame, type FrameHeader } from '../types/frame.ts'
import { agentQueueName, formats } from '../types/names.ts'
import type { OutgoingState } from './outgoing-record.ts'
import type { TransferReporter } from './transfer-reporter.ts'

export interface OutgoingContext {
  readonly id: string
  readonly deps: AgentDeps
  readonly journal: Journal
  readonly state: OutgoingState
  readonly reporter: TransferReporter
}

/** Puts a persistent message without file content for the destination agent. */
export async function putTransferFrame(
  header: FrameHeader,
  { deps, state }: OutgoingContext,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const { name, qmgrName } = state.request.destinationAgent
  const target = { queue: agentQueueName('DATA', name), queueManager: qmgrName }
  const message = { body: encodeFrame(header), format: formats.frame, persistence: 'persistent' as const }
  await deps.connection.put(target, message, { unitOfWork })
}
