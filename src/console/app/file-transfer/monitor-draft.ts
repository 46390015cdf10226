/** What a resource monitor polls and when it starts a transfer, as the form has it, and the request that results. */
import { findNumberError } from '../../../ui/feedback/find-number-error.ts'
import type { FieldError } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { MonitorRequest, PollUnit, TransferAgent, TransferMonitor, TriggerType } from '../api/transfer-agents.ts'
import { buildItem, findAgentAddress, type ItemDraft } from './item-draft.ts'

const maxPollInterval = 1_000_000

export interface MonitorDraft {
  name: string
  type: TransferMonitor['type']
  resource: string
  trigger: TriggerType
  pattern: string
  fileSize: string
  pollInterval: string
  pollUnit: PollUnit
}

export const initialMonitor: MonitorDraft = {
  name: '',
  type: 'directory',
  resource: '',
  trigger: 'matchAll',
  pattern: '*',
  fileSize: '0',
  pollInterval: '1',
  pollUnit: 'minutes',
}

export const triggers: Readonly<Record<MonitorDraft['type'], readonly TriggerType[]>> = {
  directory: ['matchAll', 'matchNone', 'noChangeInSize', 'sizeGreaterOrEqualTo'],
  queue: ['queueNotEmpty', 'completeGroups'],
}

/** The variable that stands for what the monitor found. */
export const foundFile = '$' + '{FilePath}'

/** Returns the errors of the fields that the form shows, in their order. */
export function findMonitorErrors(draft: MonitorDraft): readonly FieldError[] {
  return [
    { id: 'monitor-name', missing: draft.name === '' ? t('Enter a name.') : undefined },
    { id: 'monitor-resource', missing: draft.resource === '' ? t('Enter what is polled.') : undefined },
    ...(hasFileSize(draft)
      ? [{ id: 'monitor-size', wrong: findNumberError(draft.fileSize, 0, Number.MAX_SAFE_INTEGER) }]
      : []),
    { id: 'monitor-interval', wrong: findNumberError(draft.pollInterval, 1, maxPollInterval) },
  ]
}

/** Whether the form asks for a file size. */
export function hasFileSize({ trigger }: MonitorDraft): boolean {
  return trigger === 'sizeGreaterOrEqualTo'
}

export function buildMonitor(draft: MonitorDraft, item: ItemDraft, agents: readonly TransferAgent[]): MonitorRequest {
  return {
    name: draft.name,
    type: draft.type,
    agentName: item.sourceAgent,
    general: { pollInterval: Number(draft.pollInterval), pollIntervalUnit: draft.pollUnit },
    resource: { name: draft.resource },
    triggerCondition: {
      type: draft.trigger,
      ...(draft.type === 'directory' ? { includePattern: draft.pattern } : {}),
      ...(hasFileSize(draft) ? { fileSize: Number(draft.fileSize) } : {}),
    },
    transferDefinition: {
      sourceAgent: findAgentAddress(agents, item.sourceAgent),
      destinationAgent: findAgentAddress(agents, item.destinationAgent),
      transferSet: { item: [buildItem(item)] },
    },
  }
}
