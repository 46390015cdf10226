/** Reads a transfer in the body of a POST that creates a transfer or a monitor. */
import { hostname } from 'node:os'
import type { TransferRequest as TransferBody, TransferItemSpec } from '../../contract/console/file-transfer.ts'
import type { Static } from '../../lib/json-schema/type.ts'
import type { AgentAddress, ItemSpec, Originator, TransferRequest } from '../../mft/index.ts'
import { parseAgentName, parseEncoding } from '../../mft/parsing/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { createInvalidMemberError, parseMember } from '../http/parse-body.ts'

type TransferMembers = Omit<Static<typeof TransferBody>, 'schedule' | 'scheduleTransfer'>

/** The members that name programs to call, which agents do not do. */
const calls = ['preSourceCall', 'postSourceCall', 'preDestinationCall', 'postDestinationCall'] as const

/** Returns the user who sent a request. */
export function originatorOf({ caller, principal, request }: RestContext): Originator {
  return { host: request.socket.remoteAddress ?? hostname(), userId: caller.name, mqmdUserId: principal.name }
}

/** Returns the transfer. `at` is the prefix of its members in error texts. Throws `RestError` with status 400. */
export function readTransfer(
  { job, sourceAgent, destinationAgent, transferSet, userProperties }: TransferMembers,
  originator: Originator,
  at = '',
): TransferRequest {
  const call = calls.find((each) => transferSet[each] !== undefined)
  if (call) throw createInvalidMemberError(`${at}transferSet.${call}`, transferSet[call], 'agents call no programs')
  return {
    sourceAgent: readAgent(sourceAgent, `${at}sourceAgent`),
    destinationAgent: readAgent(destinationAgent, `${at}destinationAgent`),
    originator,
    jobName: job?.name ?? '',
    priority: transferSet.priority,
    metadata: { ...userProperties, ...transferSet.metaDataSet },
    conditions: [],
    recoveryTimeoutSeconds: transferSet.recoveryTimeout,
    items: transferSet.item.map((each, index) => readItem(each, `${at}transferSet.item[${index}]`)),
  }
}

function readAgent({ name, qmgrName }: AgentAddress, at: string): AgentAddress {
  return { name: parseMember(`${at}.name`, name, parseAgentName), qmgrName }
}

function readItem({ mode, checksum, source, destination }: TransferItemSpec, at: string): ItemSpec {
  if (source.type === 'queue' && destination.type === 'queue')
    throw createInvalidMemberError(`${at}.destination.type`, 'queue', 'a source queue needs a file')
  // The line ends of a source are recognised; they need not be stated.
  const { endOfLine, ...read } = source
  return {
    mode,
    checksum,
    source: { ...read, ...readEncoding(source, `${at}.source`) },
    destination: { ...destination, ...readEncoding(destination, `${at}.destination`) },
  }
}

function readEncoding({ encoding }: { encoding?: string }, at: string): { encoding?: string } {
  return encoding === undefined ? {} : { encoding: parseMember(`${at}.encoding`, encoding, parseEncoding) }
}
