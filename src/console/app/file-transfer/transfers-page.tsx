/** The page of transfers: those that run, with their progress, and those that have ended. */
import '../styles/work.scss'
import { Button, Search, Select, SelectItem } from '@carbon/react'
import { Add, DocumentMultiple_01, StopOutline } from '@carbon/react/icons'
import { useDeferredValue, useState } from 'react'
import type { TransferSummary } from '../../../contract/console/file-transfer.ts'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { loadTransfers, type TransferList } from '../api/file-transfer.ts'
import { buildTransferLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { FileProgress } from '../table/depth-bar.tsx'
import { CancelDialog, CreateTransferDialog } from './transfer-dialogs.tsx'
import { formatBytes, isRunning, transferStates } from './transfer-texts.ts'

const freshMs = 3000
const maxShown = 200

export default function TransfersPage() {
  const { rights } = useSession()
  const [open, setOpen] = useState<'create' | TransferSummary>()
  const transfers = useResource('transfers', loadTransfers, { intervalMs: freshMs })
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
      <Loaded resource={transfers}>
        {(list) =>
          list.transfers.length === 0 ? (
            <EmptyState
              icon={DocumentMultiple_01}
              title={t('There are no transfers yet')}
              text={t('Transfers appear here from the start of the server on.')}
            />
          ) : (
            <TransferTable list={list} cancel={rights.changeTransfers && setOpen} />
          )
        }
      </Loaded>
      {open === 'create' && <CreateTransferDialog created={transfers.reload} close={close} />}
      {open && open !== 'create' && <CancelDialog id={open.id} cancelled={transfers.reload} close={close} />}
    </>
  )
}

const filters = [
  ['all', t('All transfers')],
  ['running', t('Running')],
  ['failed', t('With failures')],
] as const
type StateFilter = (typeof filters)[number][0]

interface TransferTableProps {
  list: TransferList
  /** Cancels a transfer; false when the user may not. */
  cancel: ((transfer: TransferSummary) => void) | false
}

function TransferTable({ list: { transfers, total }, cancel }: TransferTableProps) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<StateFilter>('all')
  const words = useDeferredValue(search)
  const found = transfers.filter((each) => isOfFilter(each, filter) && matches(each, words))
  const tools = (
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
        {filters.map(([value, text]) => (
          <SelectItem key={value} value={value} text={text} />
        ))}
      </Select>
    </div>
  )

  return (
    <DataTable
      label={transferSectionTitles.transfers}
      head={tools}
      rows={found.slice(0, maxShown)}
      keyOf={({ id }) => id}
      columns={[
        [
          t('Job'),
          (each) => (
            <a className="cds--link list__name" href={buildTransferLink('transfers', each.id)}>
              {nameOf(each)}
            </a>
          ),
        ],
        [t('State'), ({ state }) => <StateTag states={transferStates} state={state} />],
        [t('From'), ({ sourceAgent }) => sourceAgent],
        [t('To'), ({ destinationAgent }) => destinationAgent],
        [
          t('Files'),
          (each) => <FileProgress done={countEnded(each)} total={each.numberOfFiles} isRunning={isRunning(each)} />,
        ],
        [t('Sent'), ({ bytesSent }) => <span className="list__number">{formatBytes(bytesSent)}</span>],
        [t('Started'), ({ startedAt }) => formatDateTime(new Date(startedAt))],
        [t('User'), ({ user }) => user],
      ]}
      actions={
        cancel &&
        ((each) =>
          isRunning(each) && (
            <ToolbarButton
              label={t('Cancel the transfer {name}', { name: nameOf(each) })}
              icon={StopOutline}
              onClick={() => cancel(each)}
            />
          ))
      }
    >
      <p className="list__count" role="status">
        {describeCount(Math.min(found.length, maxShown), found.length, total)}
      </p>
    </DataTable>
  )
}

function nameOf({ jobName, id }: TransferSummary): string {
  return jobName || id.slice(-12)
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
