/** Reads the body of a POST that creates a resource monitor. */
import { MonitorRequest } from '../../contract/console/transfer-agents.ts'
import type { Static } from '../../lib/json-schema/type.ts'
import type { MonitorDefinition, NamePattern, Originator, TriggerCondition } from '../../mft/index.ts'
import { compileNamePattern, parseAgentName, parseMonitorName } from '../../mft/parsing/index.ts'
import { createInvalidMemberError, parseBody, parseMember } from '../http/parse-body.ts'
import { readTransfer } from './transfer-body.ts'

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
