/** The queues that hold the most messages. */
import { display } from '../api/mqsc.ts'
import { isSystem } from '../objects/screen.ts'
import { toObject } from '../routing/route.ts'
import { DepthBar } from '../table/depth-bar.tsx'
import { Panel } from './panel.tsx'

const most = 8

export function BusyQueues({ manager }: { manager: string }) {
  return (
    <Panel
      title="Deepest queues"
      manager={manager}
      load={load}
      empty="No queue holds messages."
      row={({ name, depth, maximum }) => ({
        key: name,
        shown: (
          <>
            <a className="cds--link list__name" href={toObject(manager, 'queues', name)}>
              {name}
            </a>
            <DepthBar depth={depth} most={maximum} />
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
