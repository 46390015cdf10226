/** A loader that reads only the files that have changed, and those that change meanwhile. */
import { setImmediate } from 'node:timers/promises'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { Loader } from './loader.ts'
import type { DocumentWatcher } from './watch-documents.ts'

/** After so many loads, documents that keep changing are used as they are. */
const maxLoads = 6

/** Returns a loader over another one, for the documents below `folder`, which the watcher follows. */
export function addChangedFiles<L extends Loader>(
  loader: L,
  watcher: Pick<DocumentWatcher, 'takeChanges' | 'hasChanges' | 'doubtAll'>,
  folder: string,
): L {
  let last: Promise<unknown> = Promise.resolve()
  return { ...loader, load, preview: (source) => addChanges(source, loader.preview) }

  /**
   * Runs a load with the files that have changed, after the load before, which it could overtake. A load that fails may
   * have read none of them: the next one reads all.
   */
  function addChanges<T>(source: DocumentSource, run: (source: DocumentSource) => Promise<T>): Promise<T> {
    if (source.configFolder !== folder) return run(source)
    const loading = last.then(() => run({ ...source, changed: watcher.takeChanges() }))
    last = loading.catch(() => watcher.doubtAll()).then(() => {})
    return loading
  }

  /** A load during which a file changes could combine the old version of one file with a new other one. */
  async function load(source: DocumentSource) {
    for (let count = 1; ; count += 1) {
      const loaded = await addChanges(source, loader.load)
      await setImmediate() // the watcher reports what changed during the load
      if (count === maxLoads || !watcher.hasChanges()) return loaded
    }
  }
}
