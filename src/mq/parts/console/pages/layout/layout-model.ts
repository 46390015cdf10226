/** Shows layout changes at once, stores them one write at a time, and reports conflicts with other pages. */
import type { ConsoleLayout } from '../../contract/layout.ts'

export interface LayoutState {
  /** Undefined until the layout is loaded. */
  layout: ConsoleLayout | undefined
  /** The error text of the last load or write, if it failed. */
  problem: string | undefined
  /** Whether another page stored a newer version, so that changes of this page are not stored. */
  conflict: boolean
}

export interface LayoutModel {
  state(): LayoutState
  subscribe(listener: () => void): () => void
  change(update: (layout: ConsoleLayout) => ConsoleLayout): void
  /** Loads the stored version. It drops changes that are not stored. */
  reload(): Promise<void>
  /** Stores the version of this page, whatever is stored. */
  overwrite(): Promise<void>
  /** Loads the stored version unless this page has changes that are not stored. */
  refresh(): void
}

export interface LayoutModelDeps {
  load(): Promise<{ body: ConsoleLayout; etag: string }>
  /** Rejects with an error whose `status` is 412 when `etag` is not current. */
  save(layout: ConsoleLayout, etag: string): Promise<string>
  /** Called after each stored change, for the other tabs of the browser. */
  stored(): void
}

export function createLayoutModel({ load, save, stored }: LayoutModelDeps): LayoutModel {
  let state: LayoutState = { layout: undefined, problem: undefined, conflict: false }
  let etag = ''
  let isDirty = false
  let isSaving = false
  const listeners = new Set<() => void>()

  function show(some: Partial<LayoutState>): void {
    state = { ...state, ...some }
    for (const listener of listeners) listener()
  }

  async function reload(): Promise<void> {
    try {
      const loaded = await load()
      etag = loaded.etag
      isDirty = false
      show({ layout: loaded.body, problem: undefined, conflict: false })
    } catch (error) {
      show({ problem: (error as Error).message })
    }
  }

  async function store(): Promise<void> {
    if (isSaving || !isDirty || state.layout === undefined) return
    isSaving = true
    isDirty = false
    try {
      etag = await save(state.layout, etag)
      stored()
      if (state.problem !== undefined) show({ problem: undefined })
    } catch (error) {
      isDirty = true
      if ((error as { status?: number }).status === 412) show({ conflict: true })
      else show({ problem: (error as Error).message })
      return
    } finally {
      isSaving = false
    }
    await store() // a change may have come while the write ran
  }

  return {
    state: () => state,

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(update) {
      if (state.layout === undefined) return
      isDirty = true
      show({ layout: update(state.layout) })
      if (!state.conflict) void store()
    },

    reload,

    async overwrite() {
      try {
        etag = (await load()).etag
      } catch (error) {
        show({ problem: (error as Error).message })
        return
      }
      isDirty = true
      show({ conflict: false, problem: undefined })
      await store()
    },

    refresh() {
      if (!isDirty && !isSaving) void reload()
    },
  }
}
