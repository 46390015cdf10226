/** Makes kept responses invalid on the other nodes that share the store, by entries of the store that expire. */
import { randomUUID } from 'node:crypto'
import type { InvalidResources } from '../../data-plane/index.ts'
import type { NodeQuestionOptions } from './ask-nodes.ts'

export type SharedInvalidations = ReturnType<typeof openSharedInvalidations>

export interface SharedInvalidationOptions extends Pick<NodeQuestionOptions, 'store' | 'clock' | 'log' | 'node'> {
  receive(resources: InvalidResources): void
}

const kind = 'invalid-responses'
const keptMs = 60_000
const maxResources = 2_000

/** Hands the invalid resources of other nodes to `receive` until it is closed; `all` when some may have been missed. */
export function openSharedInvalidations({ store, clock, log, node, receive }: SharedInvalidationOptions) {
  let unsaved: InvalidResources = []
  let cursor: string | undefined
  let readAt = clock()
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((err: unknown) => log.debug({ err }, 'invalid responses of nodes are not shared'))
  }
  const stopWatching = store.watch(kind, () => {
    inTurn(readOthers)
    inTurn(save)
  })
  return {
    /** Tells the other nodes, at the latest when the store works again. It returns at once. */
    announce(resources: InvalidResources): void {
      unsaved = join(unsaved, resources)
      inTurn(save)
    },
    close: stopWatching,
  }

  async function readOthers(): Promise<void> {
    const now = clock()
    const changes = await store.listChanges(kind, cursor)
    const isGap = cursor !== undefined && (changes.isRestart || now - readAt > keptMs / 2)
    cursor = changes.cursor
    readAt = now
    if (isGap) receive('all')
    for (const { entry } of changes.entries) {
      const found = entry.value as { node: string; resources: InvalidResources }
      if (found.node !== node) receive(found.resources)
    }
  }

  async function save(): Promise<void> {
    const resources = unsaved
    if (resources.length === 0) return
    unsaved = []
    const value = { node, resources }
    try {
      await store.save(kind, randomUUID(), value, { expiresAt: clock() + keptMs, wakesWatchers: true })
    } catch (error) {
      unsaved = join(resources, unsaved)
      throw error
    }
  }
}

function join(some: InvalidResources, others: InvalidResources): InvalidResources {
  if (some === 'all' || others === 'all' || some.length + others.length > maxResources) return 'all'
  return [...new Set([...some, ...others])]
}
