/** The page of scheduled transfers: those that start later, once or repeatedly. */
import { Calendar, TrashCan } from '@carbon/react/icons'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { ResourceTable } from '../../../../shared/ui/table/resource-table.tsx'
import { formatDateTime } from '../../../../shared/ui/text/format.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { transferSectionTitles } from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { ManagerPageHeader } from '../../console/kit/shell/manager-page-header.tsx'
import type { ScheduledTransfer } from '../contract/file-transfer.ts'
import { loadSchedules, request } from './load-transfers.ts'
import { describeRepeat } from './transfer-texts.ts'

export default function SchedulesPage() {
  const { rights } = useSession()
  const schedules = useResource('schedules', loadSchedules, { intervalMs: 10_000 })
  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.schedules} />
      <ResourceTable
        resource={schedules}
        label={transferSectionTitles.schedules}
        keyOf={({ id }) => id}
        columns={[
          [t('From and to'), describeWay],
          [
            t('Next start'),
            ({ nextAt, repeat }) => (
              <div>
                <time>{formatDateTime(new Date(nextAt))}</time>
                <div className="quiet">{repeat ? describeRepetition(repeat) : t('Once')}</div>
              </div>
            ),
          ],
          [t('Job'), ({ jobName }) => jobName],
          [t('Runs'), ({ runs }) => runs],
          [t('User'), ({ user }) => user],
        ]}
        actions={
          rights.changeTransfers &&
          (({ id, jobName }) => [
            {
              label: t('Delete the scheduled transfer {name}', { name: jobName || id }),
              icon: TrashCan,
              title: t('Delete'),
              questionTitle: t('Delete the scheduled transfer'),
              question: t('It does not start any more. A transfer that runs now goes on.'),
              run: () => request('DELETE /mft/schedule/:schedule', { schedule: id }, {}),
              done: t('Scheduled transfer deleted'),
            },
          ])
        }
        empty={{
          icon: Calendar,
          title: t('No transfer is scheduled'),
          text: t('Choose a start time in the form of a new transfer.'),
        }}
      />
    </>
  )
}

function describeWay({ sourceAgent, sources, destinationAgent, destinations }: ScheduledTransfer): string {
  return `${sourceAgent}: ${sources.join(', ')} → ${destinationAgent}: ${destinations.join(', ')}`
}

function describeRepetition({ unit, every, count, until }: NonNullable<ScheduledTransfer['repeat']>): string {
  const starts = count !== undefined && t('{count, plural, one {# start} other {# starts}}', { count })
  const end = until !== undefined && t('until {end}', { end: formatDateTime(new Date(until)) })
  return [describeRepeat(unit, every), starts, end].filter(Boolean).join(', ')
}
