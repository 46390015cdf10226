/** The page of one transfer: its progress, and the result of each file. */
import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { StopOutline } from '@carbon/react/icons'
import { useState } from 'react'

import '../styles/work.scss'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { loadTransfer, type TransferDetails, type TransferItem } from '../api/file-transfer.ts'
import { buildTransferLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FileProgress } from './file-progress.tsx'
import { StateTag } from './state-tag.tsx'
import { formatBytes, isRunning, itemStates, transferStates } from './transfer-texts.ts'

const freshMs = 2000

export default function TransferPage({ id }: { id: string }) {
  const { rights } = useSession()
  const [cancelling, setCancelling] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const { value, problem, reload } = useResource(
    id,
    async (signal) => {
      const transfer = await loadTransfer(id, signal)
      setEnded(transfer.statistics.endTime !== '')
      return transfer
    },
    hasEnded ? {} : { intervalMs: freshMs },
  )

  return (
    <>
      <PageHeader
        trail={[[transferSectionTitles.transfers, buildTransferLink()]]}
        title={value?.job?.name || t('Transfer {id}', { id: id.slice(-12) })}
      >
        {value && <StateTag states={transferStates} state={value.status.state} />}
        {value && rights.changeTransfers && isRunning(value.status) && (
          <Button size="md" kind="danger--ghost" renderIcon={StopOutline} onClick={() => setCancelling(true)}>
            {t('Cancel')}
          </Button>
        )}
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && <TransferFacts transfer={value} />}
      {value?.transferSet?.item && <ItemTable items={value.transferSet.item} />}
      {cancelling && <CancelDialog id={id} cancelled={reload} close={() => setCancelling(false)} />}
    </>
  )
}

function TransferFacts({ transfer }: { transfer: TransferDetails }) {
  const { sourceAgent, destinationAgent, originator, statistics, status, transferSet } = transfer
  const items = transferSet?.item ?? []
  const totalBytes = items.reduce((sum, { source }) => sum + (source.file?.size ?? 0), 0)
  const sent = transferSet?.bytesSent ?? 0
  const { numberOfFiles, numberOfFileFailures, numberOfFileSuccesses, numberOfFileWarnings } = statistics
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t('From'), `${sourceAgent.name} (${sourceAgent.qmgrName})`],
    [t('To'), `${destinationAgent.name} (${destinationAgent.qmgrName})`],
    [t('Started'), formatDateTime(statistics.startTime)],
    ...(statistics.endTime ? ([[t('Ended'), formatDateTime(statistics.endTime)]] as const) : []),
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
      isRunning(status) && totalBytes > 0
        ? t('{sent} of {total}', { sent: formatBytes(sent), total: formatBytes(totalBytes) })
        : formatBytes(sent),
    ],
    ...(numberOfFileFailures > 0 ? ([[t('Failures'), numberOfFileFailures]] as const) : []),
    ...(statistics.retryCount > 0 ? ([[t('Recoveries'), statistics.retryCount]] as const) : []),
    [t('User'), `${originator.userId} (${originator.host})`],
    [t('Id'), <code key="id">{transfer.id}</code>],
    ...Object.entries(transfer.userProperties ?? {}),
  ]
  return (
    <>
      {status.description && !isRunning(status) && status.state !== 'successful' && (
        <Notice kind={status.state === 'failed' ? 'error' : 'warning'} role="none" title={status.description} />
      )}
      <dl className="properties__list">
        {facts.map(([label, value]) => (
          <div key={label} className="property">
            <dt className="property__label">{label}</dt>
            <dd className="property__value">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function ItemTable({ items }: { items: readonly TransferItem[] }) {
  const label = t('Files of the transfer')
  return (
    <TableContainer className="list">
      <ScrollRegion label={label}>
        <Table size="md" aria-label={label}>
          <TableHeaderRow titles={[t('Source'), t('Destination'), t('Size'), t('State'), t('Checksum'), t('Result')]} />
          <TableBody>
            {items.map(({ source, destination, status }) => (
              <TableRow key={`${describeEnd(source)} ${describeEnd(destination)}`}>
                <TableCell>{describeEnd(source)}</TableCell>
                <TableCell>{describeEnd(destination)}</TableCell>
                <TableCell className="list__number list__nowrap">
                  {source.file ? formatBytes(source.file.size) : ''}
                </TableCell>
                <TableCell>
                  <StateTag states={itemStates} state={status.state} />
                </TableCell>
                <TableCell>
                  {source.checksum?.value && (
                    <span title={source.checksum.value}>
                      {source.checksum.method} {source.checksum.value.slice(0, 8)}…
                    </span>
                  )}
                </TableCell>
                <TableCell>{status.description}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ScrollRegion>
    </TableContainer>
  )
}

function describeEnd({ file, queue }: TransferItem['source'] | TransferItem['destination']): string {
  return file?.path ?? queue?.name ?? ''
}
