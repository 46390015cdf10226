/** Publishes a transfer that has ended without a start: its command was rejected, or its schedule was deleted. */
import type { UnitOfWork } from '../../qm/index.ts'
import { agentAddress } from '../config/agent-settings.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { topics } from '../types/names.ts'
import type { TransferEvent } from '../types/publications.ts'
import type { TransferRequest } from '../types/request.ts'
import { countOutcomes } from './transfer-status.ts'

export interface UnstartedTransfer {
  readonly id: string
  readonly state: 'malformed' | 'notAuthorized' | 'deleted'
  readonly description: string
  /** What is known of the request. */
  readonly request: Partial<TransferRequest>
  /** The user who sent the command. */
  readonly userId: string
}

/** Publishes in the unit of work that removes the command. */
export async function publishUnstarted(
  { id, state, description, request, userId }: UnstartedTransfer,
  { settings, publisher, clock }: AgentDeps,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const now = clock()
  const event: TransferEvent = {
    id,
    state,
    description,
    sourceAgent: agentAddress(settings),
    destinationAgent: request.destinationAgent ?? { name: '', qmgrName: '' },
    originator: request.originator ?? { host: '', userId, mqmdUserId: userId },
    jobName: request.jobName ?? '',
    metadata: request.metadata ?? {},
    startedAt: now,
    endedAt: now,
    publishedAt: now,
    bytesSent: 0,
    retryCount: 0,
    ...countOutcomes(request.items?.length ?? 0, []),
    items: [],
  }
  await publisher.publish(topics.log(settings.name, id), event, { unitOfWork })
}
