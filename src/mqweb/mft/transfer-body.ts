/** Parses the body of a POST that creates a transfer, and the transfer in the definition of a monitor. */
import { hostname } from 'node:os'
import type {
  AgentAddress,
  DestinationSpec,
  ItemSpec,
  Originator,
  SourceSpec,
  TransferRequest,
} from '../../mft/index.ts'
import { parseAgentName, parseEncoding } from '../../mft/parsing/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import type { JsonMembers } from './json-members.ts'

/** The members that name programs to call, which agents do not do. */
const calls = ['preSourceCall', 'postSourceCall', 'preDestinationCall', 'postDestinationCall'] as const

const lineEnds = ['LF', 'CRLF'] as const
const maxMessageBytes = 104_857_600

/** Returns the user who sent a request. */
export function originatorOf({ caller, principal, request }: RestContext): Originator {
  return {
    host: request.socket.remoteAddress ?? hostname(),
    userId: caller.name,
    mqmdUserId: principal.name,
  }
}

/** Parses `job`, `sourceAgent`, `destinationAgent`, `transferSet` and `userProperties`. Throws `RestError` with status 400. */
export function parseTransferRequest(body: JsonMembers, originator: Originator): TransferRequest {
  const job = body.object('job')
  const jobName = job?.text('name') ?? ''
  job?.rejectOthers()
  const set = body.requiredObject('transferSet')
  for (const call of calls) {
    if (set.has(call)) throw set.invalid(call, {}, 'agents call no programs')
  }
  const request: TransferRequest = {
    sourceAgent: parseAgent(body.requiredObject('sourceAgent')),
    destinationAgent: parseAgent(body.requiredObject('destinationAgent')),
    originator,
    jobName,
    priority: set.integer('priority', { min: 0, max: 9 }) ?? 0,
    metadata: { ...body.texts('userProperties'), ...set.texts('metaDataSet') },
    conditions: [],
    recoveryTimeoutSeconds: set.integer('recoveryTimeout', { min: -1, max: 999_999_999 }),
    items: set.requiredObjects('item').map(parseItem),
  }
  set.rejectOthers()
  return request
}

function parseAgent(members: JsonMembers): AgentAddress {
  const name = members.parse('name', members.requiredText('name'), parseAgentName)
  const qmgrName = members.requiredText('qmgrName')
  members.rejectOthers()
  return { name, qmgrName }
}

function parseItem(members: JsonMembers): ItemSpec {
  const mode = members.word('mode', ['binary', 'text'], 'binary')
  const checksum = members.word('checksum', ['md5', 'sha256', 'none'], 'md5')
  const source = parseSource(members.requiredObject('source'))
  const destination = parseDestination(members.requiredObject('destination'))
  if (source.type === 'queue' && destination.type === 'queue')
    throw new RestError('MQWB0015E', ['"queue"', members.name('destination.type'), 'a source queue needs a file'])
  members.rejectOthers()
  return { mode, checksum, source, destination }
}

function parseSource(members: JsonMembers): SourceSpec {
  const spec: SourceSpec = {
    type: members.word('type', ['file', 'directory', 'queue'], 'file'),
    name: members.requiredText('name'),
    recursive: members.flag('recursive'),
    disposition: members.word('disposition', ['leave', 'delete'], 'leave'),
    encoding: parseOptionalEncoding(members),
    delimiter: members.text('delimiter'),
    groupId: members.text('groupId'),
  }
  // The line ends of a source are recognised; they need not be stated.
  members.word('endOfLine', lineEnds, 'LF')
  members.rejectOthers()
  return spec
}

function parseDestination(members: JsonMembers): DestinationSpec {
  const spec: DestinationSpec = {
    type: members.word('type', ['file', 'directory', 'queue'], 'file'),
    name: members.requiredText('name'),
    actionIfExists: members.word('actionIfExists', ['error', 'overwrite'], 'error'),
    encoding: parseOptionalEncoding(members),
    endOfLine: members.has('endOfLine') ? members.word('endOfLine', lineEnds, 'LF') : undefined,
    messageSize: members.integer('messageSize', { min: 1, max: maxMessageBytes }),
  }
  members.rejectOthers()
  return spec
}

function parseOptionalEncoding(members: JsonMembers): string | undefined {
  const name = members.text('encoding')
  return name === undefined || name === '' ? undefined : members.parse('encoding', name, parseEncoding)
}
