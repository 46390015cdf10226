/** The values that the user has typed for each operation, for Try it and the code samples, while the tab is open. */
import { createContext, type ReactNode, use, useState } from 'react'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { initialDraft, type RequestDraft } from './api-request.ts'

interface RequestDrafts {
  drafts: ReadonlyMap<string, RequestDraft>
  change(key: string, draft: RequestDraft): void
}

const Context = createContext<RequestDrafts | undefined>(undefined)

export function RequestDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, RequestDraft>>(new Map())
  const change = (key: string, draft: RequestDraft) => setDrafts((before) => new Map(before).set(key, draft))
  return <Context value={{ drafts, change }}>{children}</Context>
}

/** Returns the draft of an operation and a function that replaces it. */
export function useRequestDraft(
  { reference }: Pick<ApiView, 'reference'>,
  operation: OperationView,
): [RequestDraft, (draft: RequestDraft) => void] {
  const stored = use(Context)
  if (!stored) throw new Error('a RequestDraftsProvider is missing around this component')
  const key = `${reference} ${operation.id}`
  return [stored.drafts.get(key) ?? initialDraft(operation), (draft) => stored.change(key, draft)]
}
