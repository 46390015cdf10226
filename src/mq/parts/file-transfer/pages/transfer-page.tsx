/** The page of one transfer: its progress, and the result of each file. */
import { StopOutline } from '@carbon/react/icons'
import { useState } from 'react'
import { CopyableText } from '../../../../shared/ui/body/copyable-text.tsx'
import { Loaded } from '../../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../../shared/ui/feedback/notice.tsx'
import { DialogButton } from '../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { DescriptionList, type DescriptionListProps } from '../../../../shared/ui/shell/description-list.tsx'
import { PageHeader } from '../../../../shared/ui/shell/page-header.tsx'
import { StateTag } from '../../../../shared/ui/shell/state-tag.tsx'
import { type Column, DataTable } from '../../../../shared/ui/table/data-table.tsx'
import { compareTexts, formatDateTime } from '../../../../shared/ui/text/format.ts'
import { formatBytes } from '../../../../shared/ui/text/format-units.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { buildTransferLink, transferSectionTitles } from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { FileProgress } from '../../console/kit/table/depth-bar.tsx'
import type { TransferDetails, TransferItem, TransferSummary } from '../contract/file-transfer.ts'
import { loadTransfer, loadTransfers } from './load-transfers.ts'
import { CancelDialog } from './transfer-dialogs.tsx'
import { TransferProgress } from './transfer-progress.tsx'
import { isRunning, itemStates, transferStates } from './transfer-texts.ts'

const freshMs = 2000
/** The number of characters of an id that are shown. */
const shortId = 12

export default function TransferPage({ id }: { id: string }) {
  const { rights } = useSession()
  const [hasEnded, setEnded] = useState(false)
  const resource = useResource(
    id,
    async (signal) => {
      const [transfer, { transfers }] = await Promise.all([loadTransfer(id, signal), loadTransfers(signal)])
      setEnded(transfer.statistics.endTime !== '')
      return { transfer, summary: transfers.find((each) => each.id === id) }
    },
    hasEnded ? {} : { intervalMs: freshMs },
  )
  const value = resource.value?.transfer

  return (
    <>
      <PageHeader
        trail={[[transferSectionTitles.transfers, buildTransferLink()]]}
        title={value?.job?.name || t('Transfer {id}', { id: id.slice(-shortId) })}
      >
        {value && <StateTag states={transferStates} state={value.status.state} />}
        {value && rights.changeTransfers && isRunning(value.status) && (
          <DialogButton
            size="md"
            kind="danger--ghost"
            renderIcon={StopOutline}
            dialog={(close) => <CancelDialog id={id} cancelled={resource.reload} close={close} />}
          >
            {t('Cancel')}
          </DialogButton>
        )}
      </PageHeader>
      <Loaded resource={resource}>
        {({ transfer, summary }) => (
          <>
            <TransferFacts transfer={transfer} summary={summary} />
            {transfer.transferSet?.item && <ItemTable items={transfer.transferSet.item} />}
          </>
        )}
      </Loaded>
    </>
  )
}

interface TransferFactsProps {
  transfer: TransferDetails
  /** What the list has of the transfer; undefined for one that is older than those of the list. */
  summary: TransferSummary | undefined
}

function TransferFacts({ transfer, summary }: TransferFactsProps) {
  const { sourceAgent, destinationAgent, originator, statistics, status, transferSet } = transfer
  const { numberOfFiles, numberOfFileFailures, numberOfFileSuccesses, numberOfFileWarnings } = statistics
  const facts: DescriptionListProps['facts'] = [
    [t('From'), `${sourceAgent.name} (${sourceAgent.qmgrName})`],
    [t('To'), `${destinationAgent.name} (${destinationAgent.qmgrName})`],
    [t('Started'), formatDateTime(statistics.startTime)],
    statistics.endTime && [t('Ended'), formatDateTime(statistics.endTime)],
    [
      t('Files'),
      <FileProgress
        key="files"
        done={numberOfFileFailures + numberOfFileSuccesses + numberOfFileWarnings}
        total={numberOfFiles}
        isRunning={isRunning(status)}
      />,
    ],
    [
      t('Sent'),
      summary ? <TransferProgress key="sent" transfer={summary} /> : formatBytes(transferSet?.bytesSent ?? 0),
    ],
    numberOfFileFailures > 0 && [t('Failures'), numberOfFileFailures],
    statistics.retryCount > 0 && [t('Recoveries'), statistics.retryCount],
    [t('User'), `${originator.userId} (${originator.host})`],
    [t('Id'), <CopyableText key="id" text={transfer.id} shown={`…${transfer.id.slice(-shortId)}`} label={t('Id')} />],
    ...Object.entries(transfer.userProperties ?? {}),
  ]
  return (
    <>
      {status.description && !isRunning(status) && status.state !== 'successful' && (
        <Notice kind={status.state === 'failed' ? 'error' : 'warning'} role="none" title={status.description} />
      )}
      <DescriptionList inColumns facts={facts} />
    </>
  )
}

const result: Column<TransferItem> = [t('Result'), ({ status }) => status.description]
const checksum: Column<TransferItem> = [
  t('Checksum'),
  ({ source: { checksum } }) =>
    checksum?.value && (
      <span className="list__nowrap" title={checksum.value}>
        {checksum.method.toUpperCase()} {checksum.value.slice(0, 8)}…
      </span>
    ),
]

function ItemTable({ items }: { items: readonly TransferItem[] }) {
  return (
    <DataTable
      label={t('Files of the transfer')}
      rows={items.toSorted((a, b) => compareTexts(describeEnd(a.source), describeEnd(b.source)))}
      keyOf={({ source, destination }) => `${describeEnd(source)} ${describeEnd(destination)}`}
      columns={[
        [t('Source'), ({ source }) => describeEnd(source)],
        [t('Destination'), ({ destination }) => describeEnd(destination)],
        [
          t('Size'),
          ({ source }) => (
            <span className="list__number list__nowrap">{source.file && formatBytes(source.file.size)}</span>
          ),
        ],
        [t('State'), ({ status }) => <StateTag states={itemStates} state={status.state} />],
        ...(items.some(({ status }) => status.description) ? [result] : []),
        ...(items.some(({ source }) => source.checksum?.value) ? [checksum] : []),
      ]}
    />
  )
}

function describeEnd({ file, queue }: TransferItem['source'] | TransferItem['destination']): string {
  return file?.path ?? queue?.name ?? ''
}
