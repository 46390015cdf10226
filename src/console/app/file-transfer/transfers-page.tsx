/** The page of transfers: those that run, with their progress, and those that have ended. */
import {
  Button,
  Search,
  Select,
  SelectItem,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableRow,
} from '@carbon/react'
import { Add, DocumentMultiple_01, StopOutline } from '@carbon/react/icons'
import { useDeferredValue, useState } from 'react'

import '../styles/work.scss'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { loadTransfers, type TransferSummary } from '../api/file-transfer.ts'
import { buildTransferLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { FileProgress } from './file-progress.tsx'
import { StateTag } from './state-tag.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { formatBytes, isRunning, transferStates } from './transfer-texts.ts'

const freshMs = 3000
const maxShown = 200

type StateFilter = 'all' | 'running' | 'failed'
type OpenDialog = 'create' | TransferSummary

export default function TransfersPage() {
  const { rights } = useSession()
  const [open, setOpen] = useState<OpenDialog>()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<StateFilter>('all')
  const { value, problem, reload } = useResource('transfers', loadTransfers, { intervalMs: freshMs })
  const words = useDeferredValue(search)
  const found = value?.transfers.filter((each) => isOfFilter(each, filter) && matches(each, words)) ?? []
  const close = () => setOpen(undefined)

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.transfers}>
        {rights.changeTransfers && (
          <Button size="md" renderIcon={Add} onClick={() => setOpen('create')}>
            {t('New transfer')}
          </Button>
        )}
      </ManagerPageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.transfers.length === 0 && (
        <EmptyState
          icon={DocumentMultiple_01}
          title={t('There are no transfers yet')}
          text={t('Transfers appear here from the start of the server on.')}
        />
      )}
      {value && value.transfers.length > 0 && (
        <TableContainer className="list">
          <div className="transfers__tools">
            <Search
              size="lg"
              labelText={t('Search transfers')}
              placeholder={t('Search by agent, job, user, state or id')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Select
              id="transfer-filter"
              labelText={t('Show')}
              hideLabel
              size="lg"
              value={filter}
              onChange={(event) => setFilter(event.target.value as StateFilter)}
            >
              <SelectItem value="all" text={t('All transfers')} />
              <SelectItem value="running" text={t('Running')} />
              <SelectItem value="failed" text={t('With failures')} />
            </Select>
          </div>
          <ScrollRegion label={transferSectionTitles.transfers}>
            <Table size="md" aria-label={transferSectionTitles.transfers}>
              <TableHeaderRow
                titles={[...[t('Job'), t('State'), t('From'), t('To'), t('Files'), t('Sent'), t('Started')], t('User')]}
                actions={rights.changeTransfers}
              />
              <TableBody>
                {found.slice(0, maxShown).map((each) => (
                  <TableRow key={each.id}>
                    <TableCell>
                      <a className="cds--link list__name" href={buildTransferLink('transfers', each.id)}>
                        {each.jobName || each.id.slice(-12)}
                      </a>
                    </TableCell>
                    <TableCell>
                      <StateTag states={transferStates} state={each.state} />
                    </TableCell>
                    <TableCell>{each.sourceAgent}</TableCell>
                    <TableCell>{each.destinationAgent}</TableCell>
                    <TableCell>
                      <FileProgress done={countEnded(each)} total={each.numberOfFiles} isRunning={isRunning(each)} />
                    </TableCell>
                    <TableCell className="list__number">{formatBytes(each.bytesSent)}</TableCell>
                    <TableCell>{formatDateTime(new Date(each.startedAt))}</TableCell>
                    <TableCell>{each.user}</TableCell>
                    {rights.changeTransfers && (
                      <TableCell className="list__menu">
                        {isRunning(each) && (
                          <ToolbarButton
                            label={t('Cancel the transfer {name}', {
                              name: each.jobName || each.id.slice(-12),
                            })}
                            icon={StopOutline}
                            onClick={() => setOpen(each)}
                          />
                        )}
                      </TableCell>
                    )}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </ScrollRegion>
          <p className="list__count" role="status">
            {describeCount(Math.min(found.length, maxShown), found.length, value.total)}
          </p>
        </TableContainer>
      )}
      {open === 'create' && <TransferDialog created={reload} close={close} />}
      {open && open !== 'create' && <CancelDialog id={open.id} cancelled={reload} close={close} />}
    </>
  )
}

function countEnded(each: TransferSummary): number {
  return each.numberOfFileSuccesses + each.numberOfFileFailures + each.numberOfFileWarnings
}

function isOfFilter(each: TransferSummary, filter: StateFilter): boolean {
  if (filter === 'running') return isRunning(each)
  return filter === 'all' || each.numberOfFileFailures > 0 || each.state === 'failed'
}

function matches(each: TransferSummary, search: string): boolean {
  const { id, jobName, sourceAgent, destinationAgent, user, state } = each
  const text = [id, jobName, sourceAgent, destinationAgent, user, state, transferStates[state]?.[0]]
    .join('\n')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function describeCount(shown: number, found: number, total: number): string {
  if (shown < found) return t('The latest {shown} of {found} transfers that match', { shown, found })
  return found === total
    ? t('{total, plural, one {# transfer} other {# transfers}}', { total })
    : t('{found} of {total} transfers', { found, total })
}
