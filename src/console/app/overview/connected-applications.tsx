/** The applications that are connected, counted by name, user and channel. */

import { display } from '../api/mqsc.ts'
import { Problem } from '../feedback/problem.tsx'
import { useResource } from '../feedback/use-resource.ts'

const freshMs = 10_000
const most = 20

export function ConnectedApplications({ manager }: { manager: string }) {
  const { value, problem } = useResource(manager, (signal) => load(manager, signal), { every: freshMs })

  return (
    <section className="panel" aria-labelledby="applications">
      <h2 className="group__title" id="applications">
        Connected applications
      </h2>
      {problem && <Problem text={problem} />}
      {value?.length === 0 && <p>No application is connected.</p>}
      <ul className="panel__list">
        {value?.map(({ application, user, channel, count }) => (
          <li key={`${application}/${user}/${channel}`} className="panel__row">
            <span className="objects__name">{application || 'unnamed'}</span>
            <span>
              {user}
              {channel && ` by ${channel}`}
            </span>
            <span className="objects__number">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function load(manager: string, signal: AbortSignal) {
  const responses = await display(
    manager,
    { qualifier: 'conn', name: '*', responseParameters: ['appltag', 'userid', 'channel'] },
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
