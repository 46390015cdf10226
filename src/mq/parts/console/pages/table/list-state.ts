/** What a list shows: search, filter and sort order, and their form in the query of the URL. */

export interface ListState {
  search: string
  /** Shows only this object type; all types if empty. */
  type: string
  showSystem: boolean
  sort: { column: string; descending: boolean }
}

export const initialListState: ListState = {
  search: '',
  type: '',
  showSystem: false,
  sort: { column: 'name', descending: false },
}

/** Returns whether a list shows every object that is no SYSTEM object, by name. */
export function isInitialListState({ search, type, sort }: ListState): boolean {
  return search === '' && type === '' && sort.column === initialListState.sort.column && !sort.descending
}

/** Returns the state in the query of a URL: `search=BIG*&type=QLOCAL&system=1&sort=-curdepth`. */
export function parseListState(query: URLSearchParams): ListState {
  const sort = query.get('sort') ?? ''
  return {
    search: query.get('search') ?? '',
    type: query.get('type') ?? '',
    showSystem: query.get('system') === '1',
    sort: sort === '' ? initialListState.sort : { column: sort.replace(/^-/, ''), descending: sort[0] === '-' },
  }
}

/** Returns the query parameters of a state. Those of the initial state are empty and belong in no URL. */
export function renderListState({ search, type, showSystem, sort }: ListState): Record<string, string> {
  const isInitialSort = sort.column === initialListState.sort.column && !sort.descending
  return {
    search,
    type,
    system: showSystem ? '1' : '',
    sort: isInitialSort ? '' : `${sort.descending ? '-' : ''}${sort.column}`,
  }
}
