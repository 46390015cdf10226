/** Descriptions of the resources of the console for file transfer. */
import { change, type MqOperation, type MqOperations, read } from './mq-operation.ts'
import { flag, integer, list, listIn, object, query, text } from './schemas.ts'
import { transferResources } from './transfer-operations.ts'

const times = { description: 'Milliseconds since the epoch.', ...integer }
const summary = object(
  {
    id: text,
    state: text,
    description: text,
    jobName: text,
    monitor: text,
    user: text,
    sourceAgent: text,
    destinationAgent: text,
    startedAt: times,
    endedAt: times,
    bytesSent: integer,
    retryCount: integer,
    numberOfFiles: integer,
    numberOfFileSuccesses: integer,
    numberOfFileFailures: integer,
    numberOfFileWarnings: integer,
  },
  ['id', 'state', 'description', 'jobName', 'user', 'sourceAgent', 'destinationAgent', 'startedAt'],
)
const changes = object(
  {
    complete: { ...flag, description: 'False when only the transfers that have changed follow.' },
    total: integer,
    transfer: list(summary),
    revision: text,
  },
  ['complete', 'total', 'transfer', 'revision'],
)
const schedule = object(
  {
    id: text,
    jobName: text,
    user: text,
    sourceAgent: text,
    destinationAgent: text,
    sources: list(text),
    destinations: list(text),
    nextAt: times,
    runs: integer,
    repeat: object({ every: integer, unit: text, count: integer, until: times }, ['every', 'unit']),
  },
  ['id', 'jobName', 'user', 'sourceAgent', 'destinationAgent', 'sources', 'destinations', 'nextAt', 'runs'],
)

/** Describes a command that an agent carries out now, or later when it is stopped. */
function command(id: string, text: string): MqOperation {
  const later = [202, 'The agent is stopped; it carries the command out when it runs.'] as const
  return change('transfer', id, text, 204, { success: [[204, 'Done.'], later] })
}

export const consoleTransferOperations: MqOperations = {
  'GET /mft/agent': reuse('GET /agent'),
  'POST /mft/agent/:agent/start': change('transfer', 'startAgent', 'Start an agent', 204),
  'POST /mft/agent/:agent/stop': change('transfer', 'stopAgent', 'Stop an agent', 204),
  'GET /mft/transfers': read('transfer', 'listTransfers', 'List the latest transfers', changes, [
    query('since', 'The "revision" of an earlier response: only transfers that have changed since follow.'),
  ]),
  'POST /mft/transfers': reuse('POST /transfer'),
  'GET /mft/transfers/:transfer': reuse('GET /transfer/:transfer'),
  'POST /mft/transfers/:transfer/cancel': command('cancelTransfer', 'Cancel a transfer'),
  'GET /mft/schedule': read(
    'transfer',
    'listSchedules',
    'List the transfers that start later',
    listIn('schedule', schedule),
  ),
  'DELETE /mft/schedule/:schedule': command('deleteSchedule', 'Delete a scheduled transfer'),
  'GET /mft/monitor': reuse('GET /monitor'),
  'POST /mft/monitor': reuse('POST /monitor'),
  'DELETE /mft/monitor/:monitor': reuse('DELETE /monitor/:monitor'),
  'POST /mft/agent/:agent/monitor/:monitor/start': command('startMonitor', 'Start a monitor'),
  'POST /mft/agent/:agent/monitor/:monitor/stop': command('stopMonitor', 'Stop a monitor'),
}

function reuse(key: string): MqOperation {
  return transferResources[key] as MqOperation
}
