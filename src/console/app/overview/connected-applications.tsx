/** Lists the connected applications, counted by name, user and channel. */
import { t } from '../../../ui/text/t.ts'
import { displayObjects } from '../api/mqsc.ts'
import { ListPanel } from './list-panel.tsx'

const maxApplications = 20

export function ConnectedApplications({ manager }: { manager: string }) {
  return (
    <ListPanel
      title={t('Connected applications')}
      manager={manager}
      load={loadApplications}
      empty={t('No application is connected.')}
      row={({ application, user, channel, count }) => ({
        key: JSON.stringify([application, user, channel]),
        shown: (
          <>
            <span className="list__name">{application || t('unnamed')}</span>
            <span>{channel ? t('{user} by {channel}', { user, channel }) : user}</span>
            <span className="list__number">{count}</span>
          </>
        ),
      })}
    />
  )
}

async function loadApplications(manager: string, signal: AbortSignal) {
  const responses = await displayObjects(
    manager,
    {
      qualifier: 'conn',
      name: '*',
      parameters: { where: 'APPLTYPE NE SYSTEM' }, // omits the connection that runs this command
      responseParameters: ['appltag', 'userid', 'channel'],
    },
    signal,
  )
  const applications = responses.map(({ parameters = {} }) => ({
    application: String(parameters.appltag ?? ''),
    user: String(parameters.userid ?? ''),
    channel: String(parameters.channel ?? ''),
  }))
  return [...Map.groupBy(applications, (each) => JSON.stringify(each)).values()]
    .map((same) => ({ ...(same[0] as (typeof applications)[number]), count: same.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxApplications)
}
