/** POST /mft/agent/{agent}/start and …/stop: agents of this data folder. Agents elsewhere have commands for this. */
import type { ConfigSet, FileTransfer } from '../../../mft/index.ts'
import { isBroken } from '../../../mft/parsing/index.ts'
import { emptyResponse, type RestContext, type RestResponse } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'
import { openTransferAccess } from '../../mft/transfer-access.ts'

/** The agent starts now, and again whenever its queue manager starts. */
export async function startTransferAgent(context: RestContext): Promise<RestResponse> {
  const { transfer, set, name } = await findLocalAgent(context)
  await transfer.config.setStarted(set, name, true)
  await transfer.agents.startAgents()
  const failure = transfer.agents.find(name) ? undefined : transfer.agents.explainFailure(name)
  if (failure !== undefined) throw new RestError('MQWB0412E', [name, failure])
  return emptyResponse(204)
}

/** The transfers of the agent continue when it starts again. */
export async function stopTransferAgent(context: RestContext): Promise<RestResponse> {
  const { transfer, set, name } = await findLocalAgent(context)
  await transfer.config.setStarted(set, name, false)
  await transfer.agents.stop(name)
  return emptyResponse(204)
}

async function findLocalAgent(
  context: RestContext,
): Promise<{ readonly transfer: FileTransfer; readonly set: ConfigSet; readonly name: string }> {
  const { transfer, coordinationQueueManager } = await openTransferAccess(context)
  const name = (context.params.agent as string).toUpperCase()
  for (const set of await transfer.config.listSets()) {
    if (set.coordinationQueueManager !== coordinationQueueManager) continue
    const agent = await transfer.config.findAgent(set, name)
    if (agent && isBroken(agent)) throw new RestError('MQWB0412E', [name, agent.reason])
    if (agent) return { transfer, set, name }
  }
  const isElsewhere = transfer.listAgents(coordinationQueueManager).some((each) => each.name === name)
  throw new RestError(isElsewhere ? 'MQWB0411E' : 'MQWB0408E', [name])
}
