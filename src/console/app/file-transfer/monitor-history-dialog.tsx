/** A dialog with the latest transfers that a monitor has started. */
import { Table, TableBody, TableCell, TableRow } from '@carbon/react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { loadTransfers, type TransferSummary } from '../api/file-transfer.ts'
import type { TransferMonitor } from '../api/transfer-agents.ts'
import { buildTransferLink } from '../routing/page-route.ts'
import { StateTag } from './state-tag.tsx'
import { transferStates } from './transfer-texts.ts'

const maxShown = 50

export function MonitorHistoryDialog({ monitor, close }: { monitor: TransferMonitor; close(): void }) {
  const { value, problem } = useResource('transfers', loadTransfers)
  const found = value?.transfers.filter((each) => isStartedBy(each, monitor)).slice(0, maxShown)

  return (
    <Dialog
      size="lg"
      title={t('Transfers of {name}', { name: monitor.name })}
      label={monitor.agentName}
      cancel={t('Close')}
      focus=".dialog__body"
      close={close}
    >
      {problem && <ErrorNotice text={problem} />}
      {!found && !problem && <LoadingIndicator />}
      {found?.length === 0 && <EmptyState title={t('The monitor has started no transfer yet')} />}
      {found && found.length > 0 && (
        <Table size="md" aria-label={t('Transfers of {name}', { name: monitor.name })}>
          <TableHeaderRow titles={[t('Started'), t('State'), t('Files'), t('Failures')]} />
          <TableBody>
            {found.map((each) => (
              <TableRow key={each.id}>
                <TableCell>
                  <a className="cds--link" href={buildTransferLink('transfers', each.id)} onClick={close}>
                    {formatDateTime(new Date(each.startedAt))}
                  </a>
                </TableCell>
                <TableCell>
                  <StateTag states={transferStates} state={each.state} />
                </TableCell>
                <TableCell className="list__number">{formatNumber(each.numberOfFiles)}</TableCell>
                <TableCell className="list__number">{formatNumber(each.numberOfFileFailures)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Dialog>
  )
}

function isStartedBy(transfer: TransferSummary, { name, agentName }: TransferMonitor): boolean {
  return transfer.monitor === name && transfer.sourceAgent === agentName
}
