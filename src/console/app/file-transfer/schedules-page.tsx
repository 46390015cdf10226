/** The page of scheduled transfers: those that start later, once or repeatedly. */
import { Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { Calendar, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import '../styles/work.scss'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { deleteSchedule, loadSchedules, type ScheduledTransfer } from '../api/file-transfer.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { describeRepeat } from './transfer-texts.ts'

const freshMs = 10_000

export default function SchedulesPage() {
  const { rights } = useSession()
  const [deleting, setDeleting] = useState<ScheduledTransfer>()
  const { value, problem, reload } = useResource('schedules', loadSchedules, { intervalMs: freshMs })
  const removal = useAction()

  async function remove({ id }: ScheduledTransfer) {
    if (!(await removal.run(() => deleteSchedule(id), t('Scheduled transfer deleted')))) return
    setDeleting(undefined)
    reload()
  }

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.schedules} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.length === 0 && (
        <EmptyState
          icon={Calendar}
          title={t('No transfer is scheduled')}
          text={t('Choose a start time in the form of a new transfer.')}
        />
      )}
      {value && value.length > 0 && (
        <TableContainer className="list list--short">
          <ScrollRegion label={transferSectionTitles.schedules}>
            <Table size="md" aria-label={transferSectionTitles.schedules}>
              <TableHeaderRow
                titles={[
                  ...[t('Next start'), t('Repeats'), t('Job'), t('Source'), t('Destination'), t('Runs')],
                  t('User'),
                ]}
                actions={rights.changeTransfers}
              />
              <TableBody>
                {value.map((each) => (
                  <TableRow key={each.id}>
                    <TableCell>{formatDateTime(new Date(each.nextAt))}</TableCell>
                    <TableCell>
                      {each.repeat ? describeRepeat(each.repeat.unit, each.repeat.every) : t('Once')}
                    </TableCell>
                    <TableCell>{each.jobName}</TableCell>
                    <TableCell>{`${each.sourceAgent}: ${each.sources.join(', ')}`}</TableCell>
                    <TableCell>{`${each.destinationAgent}: ${each.destinations.join(', ')}`}</TableCell>
                    <TableCell className="list__number">{formatNumber(each.runs)}</TableCell>
                    <TableCell>{each.user}</TableCell>
                    {rights.changeTransfers && (
                      <TableCell className="list__menu">
                        <ToolbarButton
                          label={t('Delete the scheduled transfer {name}', { name: each.jobName || each.id })}
                          icon={TrashCan}
                          onClick={() => setDeleting(each)}
                        />
                      </TableCell>
                    )}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </ScrollRegion>
        </TableContainer>
      )}
      {deleting && (
        <ConfirmDialog
          title={t('Delete the scheduled transfer')}
          action={t('Delete')}
          busy={removal.busy}
          problem={removal.problem}
          confirm={() => void remove(deleting)}
          close={() => setDeleting(undefined)}
        >
          <p className="dialog__text">{t('It does not start any more. A transfer that runs now goes on.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
