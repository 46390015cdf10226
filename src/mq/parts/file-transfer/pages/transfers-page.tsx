/** The page of transfers: those that run, with their progress, and those that have ended. */
import { Add, DocumentMultiple_01, StopOutline } from '@carbon/react/icons'
import { useState } from 'react'
import { EmptyState } from '../../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { ChoiceSelect } from '../../../../shared/ui/forms/choices.tsx'
import { StateTag } from '../../../../shared/ui/shell/state-tag.tsx'
import { NameLink } from '../../../../shared/ui/table/name-link.tsx'
import { ResourceTable } from '../../../../shared/ui/table/resource-table.tsx'
import { RelativeTime } from '../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../shared/ui/text/t.ts'
import { buildTransferLink, transferSectionTitles } from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { ManagerPageHeader } from '../../console/kit/shell/manager-page-header.tsx'
import { FileProgress } from '../../console/kit/table/depth-bar.tsx'
import type { TransferSummary } from '../contract/file-transfer.ts'
import { loadTransfers, type TransferList } from './load-transfers.ts'
import { CancelDialog, CreateTransferDialog } from './transfer-dialogs.tsx'
import { TransferProgress } from './transfer-progress.tsx'
import { isRunning, transferStates } from './transfer-texts.ts'

export default function TransfersPage() {
  const { rights } = useSession()
  const transfers = useResource('transfers', loadTransfers, { intervalMs: 3000 })
  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.transfers}>
        {rights.changeTransfers && (
          <DialogButton
            size="md"
            renderIcon={Add}
            dialog={(close) => <CreateTransferDialog created={transfers.reload} close={close} />}
          >
            {t('New transfer')}
          </DialogButton>
        )}
      </ManagerPageHeader>
      <Loaded resource={transfers}>
        {(list) =>
          list.transfers.length === 0 ? (
            <EmptyState
              icon={DocumentMultiple_01}
              title={t('There are no transfers yet')}
              text={t('This page lists the transfers since the start of the server.')}
            />
          ) : (
            <TransferTable list={list} reload={transfers.reload} />
          )
        }
      </Loaded>
    </>
  )
}

const filters = [
  ['all', t('All transfers')],
  ['running', t('Running')],
  ['failed', t('With failures')],
] as const
type StateFilter = (typeof filters)[number][0]

function TransferTable({ list: { transfers, total }, reload }: { list: TransferList; reload(): void }) {
  const { rights } = useSession()
  const [filter, setFilter] = useState<StateFilter>('all')
  return (
    <ResourceTable
      label={transferSectionTitles.transfers}
      search={[t('Search transfers'), t('Search by agent, job or user')]}
      tools={
        <ChoiceSelect
          id="transfer-filter"
          labelText={t('Show')}
          hideLabel
          choices={filters}
          value={filter}
          change={(value) => setFilter(value as StateFilter)}
        />
      }
      resource={{ value: transfers.filter((each) => isOfFilter(each, filter)), problem: undefined, reload }}
      keyOf={({ id }) => id}
      columns={[
        [t('Job'), (each) => <NameLink to={buildTransferLink('transfers', each.id)}>{nameOf(each)}</NameLink>],
        [t('State'), ({ state }) => <StateTag states={transferStates} state={state} />],
        [t('From and to'), ({ sourceAgent, destinationAgent }) => `${sourceAgent} → ${destinationAgent}`],
        [
          t('Files'),
          (each) => <FileProgress done={countEnded(each)} total={each.numberOfFiles} isRunning={isRunning(each)} />,
        ],
        [t('Sent'), (each) => <TransferProgress transfer={each} />],
        [t('Started'), ({ startedAt }) => <RelativeTime at={new Date(startedAt).toISOString()} />],
        [t('User'), ({ user }) => user],
      ]}
      actions={
        rights.changeTransfers &&
        ((each) => [
          isRunning(each) && {
            label: t('Cancel the transfer {name}', { name: nameOf(each) }),
            icon: StopOutline,
            dialog: (close) => <CancelDialog id={each.id} cancelled={reload} close={close} />,
          },
        ])
      }
    >
      {transfers.length < total && (
        <p className="quiet" role="status">
          {t('The latest {shown} of {total} transfers', { shown: transfers.length, total })}
        </p>
      )}
    </ResourceTable>
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
