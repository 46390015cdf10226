/** Reads a transfer or a resource monitor in the body of a POST. */
import { hostname } from 'node:os'
import type { Static } from '../../../../shared/lib/json-schema/type.ts'
import type { RestContext } from '../../../web/context/rest-context.ts'
import { createInvalidMemberError, parseBody, parseMember } from '../../../web/http/parse-body.ts'
import type { TransferRequest as TransferBody, TransferItemSpec } from '../contract/file-transfer.ts'
import { MonitorRequest } from '../contract/transfer-agents.ts'
import type {
  AgentAddress,
  ItemSpec,
  MonitorDefinition,
  NamePattern,
  Originator,
  TransferRequest,
  TriggerCondition,
} from '../engine/index.ts'
import { compileNamePattern, parseAgentName, parseEncoding, parseMonitorName } from '../engine/parsing/index.ts'

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

function readEncoding({ encoding }: { encoding?: string | undefined }, at: string): { encoding?: string } {
  return encoding === undefined ? {} : { encoding: parseMember(`${at}.encoding`, encoding, parseEncoding) }
}

type Trigger = Static<typeof MonitorRequest>['triggerCondition']

/** The triggers of each type of monitor, the default first. */
const triggersByType = {
  directory: ['matchAll', 'matchNone', 'noChangeInSize', 'sizeGreaterOrEqualTo'],
  queue: ['queueNotEmpty', 'completeGroups'],
} as const
const unitBytes = { bytes: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/** Returns the monitor and the name of its agent. Throws `RestError` with status 400. */
export function readMonitor(
  body: Readonly<Record<string, unknown>>,
  originator: Originator,
): { readonly agent: string; readonly definition: MonitorDefinition } {
  const { general, triggerCondition, type, ...members } = parseBody(MonitorRequest, body)
  const task = readTransfer(members.transferDefinition, originator, 'transferDefinition.')
  const { name } = task.sourceAgent
  const agent = parseMember('agentName', members.agentName ?? name, parseAgentName)
  if (agent !== name) {
    const accepted = `a monitor starts transfers of its own agent, ${agent}`
    throw createInvalidMemberError('transferDefinition.sourceAgent.name', name, accepted)
  }
  const definition: MonitorDefinition = {
    name: parseMember('name', members.name, parseMonitorName),
    type,
    originator,
    pollInterval: general.pollInterval,
    pollUnit: general.pollIntervalUnit,
    matchesPerTask: general.matchesPerTask,
    resource: members.resource.name,
    recursionLevel: members.resource.recursionLevel,
    trigger: readTrigger(triggerCondition, type),
    pattern: readPattern(triggerCondition),
    task: { ...task, metadata: { ...members.userProperties, ...task.metadata } },
  }
  return { agent, definition }
}

function readTrigger(members: Trigger, type: 'directory' | 'queue'): TriggerCondition {
  const accepted = triggersByType[type]
  const trigger = accepted.find((each) => each === (members?.type ?? accepted[0]))
  if (!trigger) {
    const words = `it must be one of ${accepted.join(', ')}`
    throw createInvalidMemberError('triggerCondition.type', members?.type, words)
  }
  if (trigger === 'noChangeInSize') return { type: trigger, polls: members?.noFileSizeChangePollCount ?? 1 }
  if (trigger !== 'sizeGreaterOrEqualTo') return { type: trigger }
  return { type: trigger, bytes: members ? members.fileSize * unitBytes[members.fileSizeUnit] : 0 }
}

function readPattern(members: Trigger): NamePattern {
  const {
    matchPattern: syntax = 'wildcard',
    includePattern: include = '',
    excludePattern: exclude = '',
  } = members ?? {}
  const pattern: NamePattern = { syntax, include, exclude }
  parseMember('triggerCondition.includePattern', include, () => compileNamePattern(pattern))
  return pattern
}
