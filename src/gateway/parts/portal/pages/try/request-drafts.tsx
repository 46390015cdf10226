/** What the user has typed for each operation, for Try it and the code samples, and the calls that were sent, while the tab is open. */
import { createContext, type ReactNode, use, useState } from 'react'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { initialDraft, type RequestDraft } from './api-request.ts'
import type { ApiExchange } from './send-api-request.ts'

/** A call that was sent from this tab. */
export type SentCall = { draft: RequestDraft; exchange: ApiExchange }

interface RequestDrafts {
  drafts: ReadonlyMap<string, RequestDraft>
  change(key: string, draft: RequestDraft): void
  calls: ReadonlyMap<string, readonly SentCall[]>
  record(key: string, call: SentCall): void
}

const Context = createContext<RequestDrafts | undefined>(undefined)

export function RequestDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, RequestDraft>>(new Map())
  const change = (key: string, draft: RequestDraft) => setDrafts((before) => new Map(before).set(key, draft))
  const [calls, setCalls] = useState<RequestDrafts['calls']>(new Map())
  const record = (key: string, call: SentCall) =>
    setCalls((before) => new Map(before).set(key, [call, ...(before.get(key) ?? [])].slice(0, keptCalls)))
  return <Context value={{ drafts, change, calls, record }}>{children}</Context>
}

/** The number of calls of an operation that the page keeps, each with up to 512 KiB of its body. */
const keptCalls = 10

/** Returns the draft of an operation and a function that replaces it. */
export function useRequestDraft(api: Pick<ApiView, 'reference'>, operation: OperationView) {
  const { drafts, change, key } = useOperation(api, operation)
  return [drafts.get(key) ?? initialDraft(operation), (draft: RequestDraft) => change(key, draft)] as const
}

/** Returns the calls of an operation, the latest first, and a function that adds one. */
export function useSentCalls(api: Pick<ApiView, 'reference'>, operation: OperationView) {
  const { calls, record, key } = useOperation(api, operation)
  return [calls.get(key) ?? [], (call: SentCall) => record(key, call)] as const
}

function useOperation({ reference }: Pick<ApiView, 'reference'>, { id }: OperationView) {
  const stored = use(Context)
  if (!stored) throw new Error('a RequestDraftsProvider is missing around this component')
  return { ...stored, key: `${reference} ${id}` }
}
