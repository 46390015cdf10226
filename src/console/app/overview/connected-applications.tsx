/** The applications that are connected, counted by name, user and channel. */
import { display } from '../api/mqsc.ts'
import { Panel } from './panel.tsx'

const most = 20

export function ConnectedApplications({ manager }: { manager: string }) {
  return (
    <Panel
      title="Connected applications"
      manager={manager}
      load={load}
      empty="No application is connected."
      row={({ application, user, channel, count }) => ({
        key: JSON.stringify([application, user, channel]),
        shown: (
          <>
            <span className="list__name">{application || 'unnamed'}</span>
            <span>
              {user}
              {channel && ` by ${channel}`}
            </span>
            <span className="list__number">{count}</span>
          </>
        ),
      })}
    />
  )
}

async function load(manager: string, signal: AbortSignal) {
  const responses = await display(
    manager,
    {
      qualifier: 'conn',
      name: '*',
      parameters: { where: 'APPLTYPE NE SYSTEM' }, // without the connection that runs this command
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
    .slice(0, most)
}
