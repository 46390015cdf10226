/** The page of scheduled transfers: those that start later, once or repeatedly. */
import { TableCell, TableRow } from '@carbon/react'
import { Calendar, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { deleteSchedule, loadSchedules, type ScheduledTransfer } from '../api/file-transfer.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { describeRepeat } from './transfer-texts.ts'

const freshMs = 10_000

export default function SchedulesPage() {
  const { rights } = useSession()
  const [deleting, setDeleting] = useState<ScheduledTransfer>()
  const schedules = useResource('schedules', loadSchedules, { intervalMs: freshMs })
  const removal = useAction()

  async function remove({ id }: ScheduledTransfer) {
    if (!(await removal.run(() => deleteSchedule(id), t('Scheduled transfer deleted')))) return
    setDeleting(undefined)
    schedules.reload()
  }

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.schedules} />
      <ResourceTable
        resource={schedules}
        label={transferSectionTitles.schedules}
        titles={[
          ...[t('Next start'), t('Repeats'), t('End'), t('Job'), t('Source'), t('Destination'), t('Runs')],
          t('User'),
        ]}
        actions={rights.changeTransfers}
        empty={{
          icon: Calendar,
          title: t('No transfer is scheduled'),
          text: t('Choose a start time in the form of a new transfer.'),
        }}
        renderRow={(each) => (
          <TableRow key={each.id}>
            <TableCell>{formatDateTime(new Date(each.nextAt))}</TableCell>
            <TableCell>{each.repeat ? describeRepeat(each.repeat.unit, each.repeat.every) : t('Once')}</TableCell>
            <TableCell>{each.repeat && describeEnd(each.repeat)}</TableCell>
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
        )}
      />
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

/** Returns when a schedule ends: after a number of starts, at a time, or both. */
function describeEnd({ count, until }: NonNullable<ScheduledTransfer['repeat']>): string {
  return [
    count === undefined ? '' : t('{count, plural, one {# start} other {# starts}}', { count }),
    until === undefined ? '' : formatDateTime(new Date(until)),
  ]
    .filter(Boolean)
    .join(', ')
}
