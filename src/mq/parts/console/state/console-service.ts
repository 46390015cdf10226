/** What the console keeps between requests: its page, samples, layouts, and the lists that pages poll. */
import { join } from 'node:path'
import type { RestContext } from '../../../web/context/rest-context.ts'
import { findPartService, type PartService, type PartServiceDeps } from '../../../web/context/web-part.ts'
import { buildConsoleHandler, type ConsolePage } from '../console-handler.ts'
import { type LayoutStore, openLayoutStore } from './layout-store.ts'
import { ObjectSnapshots } from './object-snapshots.ts'
import { openQueueManagerSampler, type QueueManagerSampler } from './sampler.ts'

export class ConsoleService implements PartService {
  readonly sampler: QueueManagerSampler
  readonly layouts: LayoutStore
  readonly snapshots: ObjectSnapshots
  readonly #page: ConsolePage

  /** Starts sampling. */
  constructor(deps: PartServiceDeps, page: ConsolePage) {
    this.sampler = openQueueManagerSampler(deps)
    this.layouts = openLayoutStore(deps.folder, deps.log)
    this.snapshots = new ObjectSnapshots(deps.clock)
    this.#page = page
  }

  get page() {
    return this.#page.handle
  }

  /** Resolves when the samples and the files for open pages are on disk. */
  async close(): Promise<void> {
    await this.sampler.close()
    await this.#page.close()
  }
}

/** Opens the console; returns undefined when the settings switch it off. */
export function openConsole(deps: PartServiceDeps): ConsoleService | undefined {
  if (!deps.settings().properties.mqConsoleAutostart) return undefined
  const frameAncestors = () => deps.settings().properties.mqConsoleFrameAncestors
  const page = buildConsoleHandler({ frameAncestors, previousFolder: join(deps.folder, 'console-files') })
  return new ConsoleService(deps, page)
}

/** Returns the console of the server. Its resources are served only where it is open. */
export function findConsole({ services }: Pick<RestContext, 'services'>): ConsoleService {
  return findPartService(services, ConsoleService)
}
