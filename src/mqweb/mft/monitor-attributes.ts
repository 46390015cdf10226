/** Renders resource monitors: the attributes that are always there, and those that a request selects. */
import type { ItemSpec, MonitorDefinition, MonitorStatus } from '../../mft/index.ts'
import type { AttributeSelector } from '../admin/attributes/attribute-selector.ts'
import { nestDottedPaths } from '../admin/attributes/dotted-path.ts'

type MonitorRow = readonly [name: string, read: (definition: MonitorDefinition) => unknown]

const rows: readonly MonitorRow[] = [
  ['general.pollInterval', ({ pollInterval }) => pollInterval],
  ['general.pollIntervalUnit', ({ pollUnit }) => pollUnit],
  ['general.matchesPerTask', ({ matchesPerTask }) => matchesPerTask],
  ['resource.name', ({ resource }) => resource],
  ['resource.recursionLevel', ({ type, recursionLevel }) => (type === 'directory' ? recursionLevel : undefined)],
  ['triggerCondition.type', ({ trigger }) => trigger.type],
  ['triggerCondition.includePattern', ({ type, pattern }) => (type === 'directory' ? pattern.include : undefined)],
  ['triggerCondition.excludePattern', ({ type, pattern }) => (type === 'directory' ? pattern.exclude : undefined)],
  ['triggerCondition.matchPattern', ({ type, pattern }) => (type === 'directory' ? pattern.syntax : undefined)],
  [
    'triggerCondition.noFileSizeChangePollCount',
    ({ trigger }) => (trigger.type === 'noChangeInSize' ? trigger.polls : undefined),
  ],
  ['triggerCondition.fileSize', ({ trigger }) => (trigger.type === 'sizeGreaterOrEqualTo' ? trigger.bytes : undefined)],
  ['triggerCondition.fileSizeUnit', ({ trigger }) => (trigger.type === 'sizeGreaterOrEqualTo' ? 'bytes' : undefined)],
  ['transferDefinition.sourceAgent', ({ task }) => task.sourceAgent],
  ['transferDefinition.destinationAgent', ({ task }) => task.destinationAgent],
  ['transferDefinition.originator', ({ originator }) => originator],
  ['transferDefinition.jobName', ({ task }) => task.jobName],
  [
    'transferDefinition.transferSet',
    ({ task }) => ({
      item: task.items.map(renderItemSpec),
      priority: task.priority,
      recoveryTimeout: task.recoveryTimeoutSeconds,
    }),
  ],
  ['userProperties', ({ task }) => task.metadata],
]

/** The names that a request can select. */
export const monitorAttributeNames = rows.map(([name]) => name)

export function renderMonitor({ agent, definition, state }: MonitorStatus, wanted: AttributeSelector) {
  const values = rows.filter(([name]) => wanted(name)).map(([name, read]) => [name, read(definition)] as const)
  return {
    name: definition.name,
    type: definition.type,
    agentName: agent.name,
    state,
    ...nestDottedPaths(values),
  }
}

function renderItemSpec({ mode, checksum, source, destination }: ItemSpec) {
  return {
    mode,
    checksum,
    source: {
      type: source.type,
      name: source.name,
      recursive: source.recursive,
      disposition: source.disposition,
    },
    destination: {
      type: destination.type,
      name: destination.name,
      actionIfExists: destination.actionIfExists,
    },
  }
}
