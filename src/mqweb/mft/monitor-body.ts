/** Parses the body of a POST that creates a resource monitor. */
import type { MonitorDefinition, NamePattern, Originator, TriggerCondition } from '../../mft/index.ts'
import { compileNamePattern, parseAgentName, parseMonitorName } from '../../mft/parsing/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { JsonMembers } from './json-members.ts'
import { parseTransferRequest } from './transfer-body.ts'

const folderTriggers = ['matchAll', 'matchNone', 'noChangeInSize', 'sizeGreaterOrEqualTo'] as const
const queueTriggers = ['queueNotEmpty', 'completeGroups'] as const
const unitBytes = { bytes: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/** Returns the monitor and the name of its agent. Throws `RestError` with status 400. */
export function parseMonitorBody(
  body: JsonMembers,
  originator: Originator,
): { readonly agent: string; readonly definition: MonitorDefinition } {
  const name = body.parse('name', body.requiredText('name'), parseMonitorName)
  const type = body.word('type', ['directory', 'queue'], 'directory')
  const general = body.object('general')
  const resource = body.requiredObject('resource')
  const triggers = body.object('triggerCondition')
  const transfer = body.requiredObject('transferDefinition')
  const task = parseTransferRequest(transfer, originator)
  transfer.rejectOthers()
  const agentName = body.text('agentName')
  const agent = agentName === undefined ? task.sourceAgent.name : body.parse('agentName', agentName, parseAgentName)
  if (agent !== task.sourceAgent.name) {
    const accepted = `a monitor starts transfers of its own agent, ${agent}`
    throw new RestError('MQWB0015E', [
      JSON.stringify(task.sourceAgent.name),
      'transferDefinition.sourceAgent.name',
      accepted,
    ])
  }
  const metadata = body.texts('userProperties')
  const definition: MonitorDefinition = {
    name,
    type,
    originator,
    pollInterval: general?.integer('pollInterval', { min: 1, max: 1_000_000 }) ?? 1,
    pollUnit: general?.word('pollIntervalUnit', ['seconds', 'minutes', 'hours', 'days'], 'minutes') ?? 'minutes',
    matchesPerTask: general?.integer('matchesPerTask', { min: 1, max: 10_000 }) ?? 2,
    resource: resource.requiredText('name'),
    recursionLevel: resource.integer('recursionLevel', { min: 0, max: 1000 }) ?? 1,
    trigger: parseTrigger(triggers, type),
    pattern: parsePattern(triggers),
    task: { ...task, metadata: { ...metadata, ...task.metadata } },
  }
  for (const each of [general, resource, triggers, body]) each?.rejectOthers()
  return { agent, definition }
}

function parseTrigger(members: JsonMembers | undefined, type: 'directory' | 'queue'): TriggerCondition {
  if (type === 'queue') return { type: members?.word('type', queueTriggers, 'queueNotEmpty') ?? 'queueNotEmpty' }
  const trigger = members?.word('type', folderTriggers, 'matchAll') ?? 'matchAll'
  const polls = members?.integer('noFileSizeChangePollCount', { min: 1, max: 1000 }) ?? 1
  const size = members?.integer('fileSize', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0
  const unit = members?.word('fileSizeUnit', ['bytes', 'KB', 'MB', 'GB'], 'bytes') ?? 'bytes'
  if (trigger === 'noChangeInSize') return { type: trigger, polls }
  if (trigger === 'sizeGreaterOrEqualTo') return { type: trigger, bytes: size * unitBytes[unit] }
  return { type: trigger }
}

function parsePattern(members: JsonMembers | undefined): NamePattern {
  const pattern: NamePattern = {
    syntax: members?.word('matchPattern', ['wildcard', 'regularExpression'], 'wildcard') ?? 'wildcard',
    include: members?.text('includePattern') ?? '',
    exclude: members?.text('excludePattern') ?? '',
  }
  members?.parse('includePattern', pattern.include, () => compileNamePattern(pattern))
  return pattern
}
