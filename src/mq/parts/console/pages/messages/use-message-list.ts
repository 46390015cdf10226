/** The messages that the panel shows: a page of the queue, or those that searches have found so far. */
import { useEffect, useState } from 'react'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import type { MessagePage } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'

export interface MessageListQuery {
  manager: string
  queue: string
  /** Whether the user may browse the queue; otherwise nothing is loaded. */
  browses: boolean
  page: number
  pageSize: number
  sort: string
  /** The text to find; all messages when empty. */
  search: string
}

export interface MessageList {
  value: MessagePage | undefined
  problem: string | undefined
  reload(): void
  /** Searches the rest of the queue; undefined when there is no search or nothing left to search. */
  goOn: (() => void) | undefined
  /** Whether searches follow each other up to the end of the queue, and the function that begins or stops this. */
  isSearchingOn: boolean
  searchOn(goes: boolean): void
}

/** What the searches before the current one found, and where they ended. */
type Found = { key: string; page: MessagePage }

export function useMessageList(query: MessageListQuery): MessageList {
  const { manager, queue, browses, page, pageSize, sort, search } = query
  const searchKey = `${manager}/${queue}/${search}`
  const [earlier, setEarlier] = useState<Found>()
  const [searchedOn, setSearchedOn] = useState<string>()
  const before = earlier?.key === searchKey ? earlier.page : undefined
  const isSearch = search !== ''
  const key = isSearch ? `${searchKey}?${before?.next ?? ''}` : `${manager}/${queue}/${page}/${sort}`

  const { value, problem, reload } = useResource(
    key,
    (signal) => {
      if (!browses) return Promise.resolve(undefined)
      const query = isSearch
        ? { search, after: before?.next, limit: pageSize }
        : { offset: page * pageSize, limit: pageSize, sort: sort || undefined }
      return request('GET /qmgr/:qmgr/queue/:queue/messages', { qmgr: manager, queue }, { query, signal })
    },
    isSearch ? {} : { intervalMs: 10_000 },
  )
  const found = value && before ? joinPages(before, value) : (value ?? before)
  const isSearchingOn = isSearch && searchedOn === searchKey && !problem && (!value || value.next !== undefined)
  useEffect(() => {
    if (isSearchingOn && value && found) setEarlier({ key: searchKey, page: found })
  }, [isSearchingOn, value, found, searchKey])

  const searchOn = (goes: boolean) => setSearchedOn(goes ? searchKey : undefined)
  if (!isSearch) return { value, problem, reload, goOn: undefined, isSearchingOn, searchOn }
  return {
    value: found,
    problem,
    reload() {
      setEarlier(undefined)
      reload()
    },
    isSearchingOn,
    searchOn,
    goOn: value?.next && found ? () => setEarlier({ key: searchKey, page: found }) : undefined,
  }
}

function joinPages(one: MessagePage, other: MessagePage): MessagePage {
  return {
    ...other,
    messages: [...one.messages, ...other.messages],
    searched: (one.searched ?? 0) + (other.searched ?? 0),
  }
}

/** Returns a value once it has not changed for a time, so that typing does not start a request for each key. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
