/** Provides the user's layout of the console to every component, and keeps it equal in all tabs of the browser. */
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { ConsoleLayout } from '../../contract/layout.ts'
import { requestTagged } from '../../kit/api/client.ts'
import { createLayoutModel, type LayoutModel, type LayoutState } from './layout-model.ts'

export interface LayoutHandle extends LayoutState, Pick<LayoutModel, 'change' | 'reload' | 'overwrite'> {}

const Context = createContext<LayoutModel | undefined>(undefined)

export function LayoutProvider({ children }: { children: ReactNode }) {
  const [channel] = useState(() => new BroadcastChannel('console-layout'))
  const [model] = useState(() =>
    createLayoutModel({
      load: () => requestTagged<ConsoleLayout>('GET', 'layout'),
      save: saveLayout,
      stored: () => channel.postMessage('stored'),
    }),
  )

  useEffect(() => {
    void model.reload()
    channel.onmessage = () => model.refresh()
    return () => {
      channel.onmessage = null
    }
  }, [model, channel])

  return <Context value={model}>{children}</Context>
}

/** Returns the layout and renders again when it changes. Throws outside of a `LayoutProvider`. */
export function useLayout(): LayoutHandle {
  const model = use(Context)
  if (!model) throw new Error('there is no layout here')
  const state = useSyncExternalStore(model.subscribe, model.state)
  return { ...state, change: model.change, reload: model.reload, overwrite: model.overwrite }
}

/** Stores the layout and returns its entity tag. Throws a `RequestError` with 412 when `etag` is not current. */
async function saveLayout(layout: ConsoleLayout, etag: string): Promise<string> {
  const response = await requestTagged<void>('PUT', 'layout', { body: layout, headers: { 'If-Match': etag } })
  return response.etag
}
