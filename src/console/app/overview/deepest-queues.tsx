/** Lists the queues with the most messages. */
import { t } from '../../../ui/text/t.ts'
import { displayObjects } from '../api/mqsc.ts'
import { buildObjectLink } from '../routing/page-route.ts'
import { isSystemObject } from '../screens/object-screen.ts'
import { DepthBar } from '../table/depth-bar.tsx'
import { ListPanel } from './list-panel.tsx'

const maxQueues = 8

export function DeepestQueues({ manager }: { manager: string }) {
  return (
    <ListPanel
      title={t('Deepest queues')}
      manager={manager}
      load={loadDeepestQueues}
      empty={t('No queue holds messages.')}
      row={({ name, depth, maximum }) => ({
        key: name,
        shown: (
          <>
            <a className="cds--link list__name" href={buildObjectLink(manager, 'queues', name)}>
              {name}
            </a>
            <DepthBar depth={depth} most={maximum} />
          </>
        ),
      })}
    />
  )
}

async function loadDeepestQueues(manager: string, signal: AbortSignal) {
  const responses = await displayObjects(
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
    .filter(({ name }) => !isSystemObject(name))
    .sort((a, b) => b.depth - a.depth)
    .slice(0, maxQueues)
}
