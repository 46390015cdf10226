/**
 * GET /mft/transfers: the latest transfers without their items.
 *
 * `since` is the `revision` of an earlier response: the response then contains only the transfers that changed.
 */
import type { TransferChanges, TransferSummary } from '../../../contract/console/file-transfer.ts'
import type { TransferEvent } from '../../../mft/index.ts'
import { monitorNameKey } from '../../../mft/parsing/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../context/rest-context.ts'
import { parseQueryParameters } from '../../http/query-parameters.ts'
import { openTransferAccess } from '../../mft/transfer-access.ts'

const maxTransfers = 1000

export async function listConsoleTransfers(context: RestContext): Promise<RestResponse> {
  const { since = '' } = parseQueryParameters(context, ['since'])
  const { view } = await openTransferAccess(context)
  const { transfers } = view
  const [epoch, number] = since.split('.')
  const known = Number(number)
  const complete = epoch !== transfers.epoch || !(known >= 0 && known <= transfers.revision)
  const changes: TransferChanges = {
    complete,
    total: transfers.size,
    transfer: transfers.listChanged(complete ? -1 : known, maxTransfers).map(renderTransfer),
    revision: `${transfers.epoch}.${transfers.revision}`,
  }
  return jsonResponse(200, changes)
}

/** Times are in milliseconds since the epoch. */
function renderTransfer(event: TransferEvent): TransferSummary {
  const { id, sourceAgent, destinationAgent, originator, jobName, state, description } = event
  const { startedAt, endedAt, bytesSent, numberOfFiles, retryCount } = event
  const { numberOfFileSuccesses, numberOfFileFailures, numberOfFileWarnings } = event
  const monitor = event.metadata[monitorNameKey]
  return {
    id,
    state,
    description,
    jobName,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    bytesSent,
    retryCount,
    ...(monitor === undefined ? {} : { monitor }),
    sourceAgent: sourceAgent.name,
    destinationAgent: destinationAgent.name,
    user: originator.userId,
    numberOfFiles,
    numberOfFileSuccesses,
    numberOfFileFailures,
    numberOfFileWarnings,
  }
}
