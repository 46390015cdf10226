/** Provides the state of the queue manager of the current page to the navigation and to the page. */
import { createContext, type ReactNode, use } from 'react'
import type { RequestError } from '../../../../../shared/ui/api/client.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import type { ManagerFacts } from '../../contract/managers.ts'
import { loadManager } from '../../kit/api/managers.ts'

export interface CurrentManager {
  /** Undefined while the queue manager is not loaded, or when it does not exist. */
  facts: ManagerFacts | undefined
  /** Whether the server has no queue manager of this name. */
  isUnknown: boolean
  reload(): void
}

const Context = createContext<CurrentManager>({ facts: undefined, isUnknown: false, reload: () => {} })
const freshMs = 10_000

export interface CurrentManagerProviderProps {
  /** The queue manager of the route; undefined on pages without one. */
  name: string | undefined
  children: ReactNode
}

export function CurrentManagerProvider({ name, children }: CurrentManagerProviderProps) {
  const load = async (signal: AbortSignal) => (name === undefined ? undefined : findManager(name, signal))
  const { value, reload } = useResource(`manager ${name}`, load, { intervalMs: freshMs })
  const manager = { facts: value?.facts, isUnknown: value !== undefined && !value.facts, reload }
  return <Context value={manager}>{children}</Context>
}

export function useCurrentManager(): CurrentManager {
  return use(Context)
}

async function findManager(name: string, signal: AbortSignal): Promise<{ facts?: ManagerFacts }> {
  try {
    return { facts: await loadManager(name, signal) }
  } catch (error) {
    if ((error as RequestError).status === 404) return {}
    throw error
  }
}
