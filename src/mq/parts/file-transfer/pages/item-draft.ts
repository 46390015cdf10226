/** What a transfer moves, as a form has it: agents, source, destination, mode and checksum; and the request that results. */
import type { FormField, FormRow } from '../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import type { AgentAddress, TransferItemRequest, TransferItemSpec } from '../contract/file-transfer.ts'
import type { TransferAgent } from '../contract/transfer-agents.ts'

export type ItemDraft = typeof initialItem

export const initialItem = {
  sourceAgent: '',
  destinationAgent: '',
  source: '',
  destination: '',
  sourceType: 'file' as TransferItemSpec['source']['type'],
  recursive: false,
  deletesSource: false,
  destinationType: 'directory' as TransferItemSpec['destination']['type'],
  overwrites: false,
  mode: 'binary' as TransferItemSpec['mode'],
  checksum: 'md5' as TransferItemSpec['checksum'],
}

type Choice = readonly [value: string, title: string]
const file: Choice = ['file', t('File')]
const directory: Choice = ['directory', t('Folder')]
const queue: Choice = ['queue', t('Queue')]
const modes: readonly Choice[] = [
  ['binary', t('Binary: bytes stay as they are')],
  ['text', t('Text: encoding and line ends are converted')],
]
const checksums: readonly Choice[] = [
  ['md5', 'MD5'],
  ['sha256', 'SHA-256'],
  ['none', t('None')],
]

export function buildItemRows(draft: ItemDraft, agents: readonly TransferAgent[]): readonly FormRow<ItemDraft>[] {
  const fromQueue = draft.sourceType === 'queue'
  const toQueue = draft.destinationType === 'queue'
  const wrong = fromQueue && toQueue ? t('The messages of a queue go to a file.') : undefined
  const kind: FormField<ItemDraft> = { name: 'sourceType', label: t('Kind'), kind: 'choice' }
  const source: FormField<ItemDraft> = {
    name: 'source',
    label: fromQueue ? t('Queue') : t('Path'),
    kind: 'path',
    help: draft.sourceType === 'file' ? t('The last part may contain * and ?.') : '',
    required: t('Enter a source.'),
    loadNames: fromQueue ? () => loadQueueNames(agents, draft.sourceAgent) : undefined,
  }
  const destination: FormField<ItemDraft> = {
    name: 'destination',
    label: toQueue ? t('Queue') : t('Path'),
    kind: 'path',
    help: toQueue ? t('QUEUE, or QUEUE@QMGR.') : '',
    required: t('Enter a destination.'),
    loadNames: toQueue ? () => loadQueueNames(agents, draft.destinationAgent) : undefined,
  }
  const deletes = t('Delete each file at the source after it has arrived')
  return [
    {
      legend: t('Source'),
      rows: [
        [buildAgentField('sourceAgent', agents), { ...kind, choices: [file, directory, queue] }],
        source,
        !fromQueue && { name: 'recursive', label: t('Include the folders below'), kind: 'check' },
        !fromQueue && { name: 'deletesSource', label: deletes, kind: 'check' },
      ],
    },
    {
      legend: t('Destination'),
      rows: [
        [
          buildAgentField('destinationAgent', agents),
          { ...kind, name: 'destinationType', choices: [directory, file, queue], wrong },
        ],
        destination,
        !toQueue && { name: 'overwrites', label: t('Overwrite files that exist'), kind: 'check' },
      ],
    },
    [
      { name: 'mode', label: t('Mode'), kind: 'choice', choices: modes },
      { name: 'checksum', label: t('Checksum'), kind: 'choice', choices: checksums },
    ],
  ]
}

function buildAgentField(name: keyof ItemDraft, agents: readonly TransferAgent[]): FormField<ItemDraft> {
  const choices = agents.map((each): Choice => [each.name, `${each.name} (${each.qmgrConnection.qmgrName})`])
  const none: Choice = ['', t('Choose an agent')]
  return { name, label: t('Agent'), kind: 'choice', choices: [none, ...choices], required: t('Choose an agent.') }
}

/** Loads the local queues of the queue manager of an agent; none for a user who may not see them. */
export async function loadQueueNames(agents: readonly TransferAgent[], agent: string): Promise<readonly string[]> {
  const { qmgrName } = findAgentAddress(agents, agent)
  const { loadObjectNames } = await import('../../console/kit/api/object-names.ts')
  return qmgrName === '' ? [] : loadObjectNames(qmgrName, 'localQueue')
}

export function buildItem(draft: ItemDraft): TransferItemRequest {
  const hasFiles = draft.sourceType !== 'queue' // otherwise the form does not show what is about files
  return {
    mode: draft.mode,
    checksum: draft.checksum,
    source: {
      type: draft.sourceType,
      name: draft.source,
      recursive: draft.recursive && hasFiles,
      disposition: draft.deletesSource && hasFiles ? 'delete' : 'leave',
    },
    destination: {
      type: draft.destinationType,
      name: draft.destination,
      actionIfExists: draft.overwrites ? 'overwrite' : 'error',
    },
  }
}

export function findAgentAddress(agents: readonly TransferAgent[], name: string): AgentAddress {
  const agent = agents.find((each) => each.name === name)
  return { name, qmgrName: agent?.qmgrConnection.qmgrName ?? '' }
}
