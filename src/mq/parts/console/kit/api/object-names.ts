/** Loads the names that fields offer: those of the objects of a kind on a queue manager. */
import { request } from './client.ts'
import { listManagers } from './managers.ts'
import { type NamedKind, type NameSource, nameSources } from './named-kinds.ts'
import { loadObjectList } from './object-lists.ts'

/** Loads the names in their order; those of the queue manager's own objects come last. */
export async function loadObjectNames(manager: string, kind: NamedKind): Promise<readonly string[]> {
  if (kind === 'manager') return loadManagerNames(manager)
  const sources: readonly NameSource[] = nameSources[kind]
  const lists = await Promise.all(
    sources.map(async ({ qualifier, attributes = [], fits = () => true }) => {
      const { items } = await loadObjectList({ manager, qualifier, attributes })
      return items.filter(fits).map((object) => String(object[qualifier]))
    }),
  )
  const names = [...new Set(lists.flat())].sort()
  const isOwn = (name: string) => name.startsWith('SYSTEM.')
  return [...names.filter((name) => !isOwn(name)), ...names.filter(isOwn)]
}

/** Loads the other queue managers of this installation, and those that channels lead to. */
async function loadManagerNames(qmgr: string): Promise<readonly string[]> {
  const [managers, remote] = await Promise.all([listManagers(), request('GET /qmgr/:qmgr/remote', { qmgr }, {})])
  const names = [...managers, ...remote.manager].map(({ name }) => name)
  return [...new Set(names)].filter((name) => name !== qmgr).sort()
}
