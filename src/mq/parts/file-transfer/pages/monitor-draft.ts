/** What a resource monitor polls and when it starts a transfer, as the form has it, and the request that results. */
import { findNumberError } from '../../../../shared/ui/feedback/find-number-error.ts'
import type { FormRow } from '../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import type {
  MonitorRequest,
  PollUnit,
  TransferAgent,
  TransferMonitor,
  TriggerType,
} from '../contract/transfer-agents.ts'
import { buildItem, buildItemRows, findAgentAddress, initialItem, loadQueueNames } from './item-draft.ts'
import { listUnits, triggerTexts } from './transfer-texts.ts'

const maxPollInterval = 1_000_000

export type MonitorDraft = typeof initialMonitor

/** The variable that stands for what the monitor found. */
const foundFile = '$' + '{FilePath}'

export const initialMonitor = {
  ...initialItem,
  source: foundFile,
  name: '',
  type: 'directory' as TransferMonitor['type'],
  resource: '',
  trigger: 'matchAll' as TriggerType,
  pattern: '*',
  fileSize: '0',
  pollInterval: '1',
  pollUnit: 'minutes' as PollUnit,
}

const triggers: Readonly<Record<MonitorDraft['type'], readonly TriggerType[]>> = {
  directory: ['matchAll', 'matchNone', 'noChangeInSize', 'sizeGreaterOrEqualTo'],
  queue: ['queueNotEmpty', 'completeGroups'],
}

const pollUnits: readonly PollUnit[] = ['seconds', 'minutes', 'hours', 'days']
const types = [
  ['directory', t('Folder')],
  ['queue', t('Queue')],
] as const

export function buildMonitorRows(draft: MonitorDraft, agents: readonly TransferAgent[]): FormRow<MonitorDraft>[] {
  const { type, fileSize, pollInterval } = draft
  const isQueue = type === 'queue'
  const toType = (next: string): Partial<MonitorDraft> =>
    next === 'queue'
      ? { trigger: 'queueNotEmpty', sourceType: 'queue', source: draft.resource, destinationType: 'file' }
      : { trigger: 'matchAll', sourceType: 'file', source: foundFile }
  return [
    [
      { name: 'name', label: t('Name'), kind: 'name', required: t('Enter a name.') },
      { name: 'type', label: t('Polls'), kind: 'choice', choices: types, also: toType },
    ],
    {
      name: 'resource',
      label: isQueue ? t('Queue') : t('Folder'),
      kind: 'path',
      required: t('Enter what is polled.'),
      loadNames: isQueue ? () => loadQueueNames(agents, draft.sourceAgent) : undefined,
      also: (resource) => (isQueue ? { source: resource } : {}),
    },
    [
      {
        name: 'trigger',
        label: t('Start a transfer when'),
        kind: 'choice',
        choices: triggers[type].map((each) => [each, triggerTexts[each]]),
      },
      !isQueue && { name: 'pattern', label: t('File names'), kind: 'path', help: t('Such as *.csv') },
      hasFileSize(draft) && {
        name: 'fileSize',
        label: t('Bytes'),
        kind: 'number',
        wrong: findNumberError(fileSize, 0, Number.MAX_SAFE_INTEGER),
      },
    ],
    [
      {
        name: 'pollInterval',
        label: t('Poll interval'),
        kind: 'number',
        wrong: findNumberError(pollInterval, 1, maxPollInterval),
      },
      { name: 'pollUnit', label: t('Unit'), kind: 'choice', choices: listUnits(pollUnits) },
    ],
    ...buildItemRows(draft, agents),
  ]
}

/** Whether the form asks for a file size. */
function hasFileSize({ trigger }: MonitorDraft): boolean {
  return trigger === 'sizeGreaterOrEqualTo'
}

export function buildMonitor(draft: MonitorDraft, agents: readonly TransferAgent[]): MonitorRequest {
  return {
    name: draft.name,
    type: draft.type,
    agentName: draft.sourceAgent,
    general: { pollInterval: Number(draft.pollInterval), pollIntervalUnit: draft.pollUnit },
    resource: { name: draft.resource },
    triggerCondition: {
      type: draft.trigger,
      includePattern: draft.type === 'directory' ? draft.pattern : undefined,
      fileSize: hasFileSize(draft) ? Number(draft.fileSize) : undefined,
    },
    transferDefinition: {
      sourceAgent: findAgentAddress(agents, draft.sourceAgent),
      destinationAgent: findAgentAddress(agents, draft.destinationAgent),
      transferSet: { item: [buildItem(draft)] },
    },
  }
}
