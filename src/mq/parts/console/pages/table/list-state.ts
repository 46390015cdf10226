/** What a list shows: search, filter, sort order and page, and their form in the query of the URL. */
export type ListState = typeof initialListState

export const initialListState = {
  search: '',
  /** Shows only this object type; all types if empty. */
  type: '',
  showSystem: false,
  sort: { column: 'name', descending: false },
  /** The page from 0. */
  page: 0,
}

/** Returns the state after a change. A change of anything but the page leads to the first page. */
export function changeListState(before: ListState, some: Partial<ListState>): ListState {
  return { ...before, page: 0, ...some }
}

/** Returns whether a list shows every object that is no SYSTEM object, by name. */
export function isInitialListState({ search, type, sort, page }: ListState): boolean {
  return search === '' && type === '' && page === 0 && sort.column === initialListState.sort.column && !sort.descending
}

/** Returns the state in the query of a URL: `search=BIG*&type=QLOCAL&system=1&sort=-curdepth&page=2`. */
export function parseListState(query: URLSearchParams): ListState {
  const sort = query.get('sort') ?? ''
  return {
    search: query.get('search') ?? '',
    type: query.get('type') ?? '',
    showSystem: query.get('system') === '1',
    sort: sort === '' ? initialListState.sort : { column: sort.replace(/^-/, ''), descending: sort[0] === '-' },
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1) - 1,
  }
}

/** Returns the query parameters of a state. Those of the initial state are empty and belong in no URL. */
export function renderListState({ search, type, showSystem, sort, page }: ListState): Record<string, string> {
  const isInitialSort = sort.column === initialListState.sort.column && !sort.descending
  return {
    search,
    type,
    system: showSystem ? '1' : '',
    sort: isInitialSort ? '' : `${sort.descending ? '-' : ''}${sort.column}`,
    page: page === 0 ? '' : String(page + 1),
  }
}
