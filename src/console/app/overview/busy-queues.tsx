/** The queues that hold the most messages. */

import { display } from '../api/mqsc.ts'
import { Problem } from '../feedback/problem.tsx'
import { useResource } from '../feedback/use-resource.ts'
import { isSystem } from '../objects/screen.ts'
import { toObject } from '../routing/route.ts'
import { DepthBar } from '../table/depth-bar.tsx'

const freshMs = 10_000
const most = 8

export function BusyQueues({ manager }: { manager: string }) {
  const { value, problem } = useResource(manager, (signal) => load(manager, signal), { every: freshMs })

  return (
    <section className="panel" aria-labelledby="busy-queues">
      <h2 className="group__title" id="busy-queues">
        Deepest queues
      </h2>
      {problem && <Problem text={problem} />}
      {value?.length === 0 && <p>No queue holds messages.</p>}
      <ul className="panel__list">
        {value?.map(({ name, depth, maximum }) => (
          <li key={name} className="panel__row">
            <a className="cds--link objects__name" href={toObject(manager, 'queues', name)}>
              {name}
            </a>
            <DepthBar depth={depth} most={maximum} />
          </li>
        ))}
      </ul>
    </section>
  )
}

async function load(manager: string, signal: AbortSignal) {
  const responses = await display(
    manager,
    {
      qualifier: 'qlocal',
      name: '*',
      parameters: { where: 'CURDEPTH GT 0' },
      responseParameters: ['curdepth', 'maxdepth'],
    },
    signal,
  )
  return responses
    .map(({ parameters = {} }) => ({
      name: String(parameters.queue),
      depth: Number(parameters.curdepth),
      maximum: Number(parameters.maxdepth),
    }))
    .filter(({ name }) => !isSystem(name))
    .sort((a, b) => b.depth - a.depth)
    .slice(0, most)
}
