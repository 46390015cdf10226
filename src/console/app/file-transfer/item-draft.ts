/** What a transfer moves, as the form has it, and the request that results. */
import type { AgentAddress, TransferItemRequest, TransferItemSpec } from '../api/file-transfer.ts'
import type { TransferAgent } from '../api/transfer-agents.ts'

export interface ItemDraft {
  sourceAgent: string
  destinationAgent: string
  sourceType: TransferItemSpec['source']['type']
  source: string
  recursive: boolean
  deletesSource: boolean
  destinationType: TransferItemSpec['destination']['type']
  destination: string
  overwrites: boolean
  mode: TransferItemSpec['mode']
  checksum: TransferItemSpec['checksum']
}

export const initialItem: ItemDraft = {
  sourceAgent: '',
  destinationAgent: '',
  source: '',
  destination: '',
  sourceType: 'file',
  recursive: false,
  deletesSource: false,
  destinationType: 'directory',
  overwrites: false,
  mode: 'binary',
  checksum: 'md5',
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
