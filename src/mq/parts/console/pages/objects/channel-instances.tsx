/** The connections of applications over one channel. */
import { StateTag } from '../../../../../shared/ui/shell/state-tag.tsx'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { useSession } from '../../kit/session/session.tsx'
import { channelStateWords } from '../screens/channel-texts.ts'
import { type ChannelEnd, formatMoment } from './channel-state.ts'

export function ChannelInstances({ end, changed }: { end: ChannelEnd; changed(): void }) {
  const { rights } = useSession()
  const name = String(end.definition.channel)
  const connected = end.instances.filter(({ status }) => status !== 'STOPPED') // a stopped channel has one without a session

  const stop = ({ conname }: ObjectAttributes) => ({
    label: t('End the connections from {address}', { address: String(conname) }),
    title: t('End'),
    question: t('Every connection from this address ends, and what its applications have not committed is backed out.'),
    run: () =>
      runCommand(end.manager, {
        command: 'stop',
        qualifier: 'channel',
        name,
        parameters: { conname: String(conname), mode: 'FORCE', status: 'INACTIVE' },
      }),
    done: t('Connections ended'),
    about: String(conname),
  })
  return (
    <ResourceTable<ObjectAttributes>
      label={t('Connections')}
      title={t('Connections')}
      resource={{ value: connected, problem: undefined, reload: changed }}
      keyOf={(row) => String(connected.indexOf(row))}
      columns={[
        [t('Address'), ({ conname }) => String(conname ?? '')],
        [t('User'), ({ mcauser }) => String(mcauser ?? '')],
        [t('State'), ({ status }) => <StateTag size="sm" states={channelStateWords} state={String(status ?? '')} />],
        [t('Since'), ({ chstada, chstati }) => formatMoment(chstada, chstati)],
        [t('Last message'), ({ lstmsgda, lstmsgti }) => formatMoment(lstmsgda, lstmsgti)],
        [t('Messages'), ({ msgs }) => Number(msgs ?? 0)],
        [t('Bytes received'), ({ bytsrcvd }) => Number(bytsrcvd ?? 0)],
        [t('Bytes sent'), ({ bytssent }) => Number(bytssent ?? 0)],
      ]}
      actions={rights.change && ((row) => [row.status === 'RUNNING' && stop(row)])}
      empty={t('No application is connected over this channel.')}
    />
  )
}
