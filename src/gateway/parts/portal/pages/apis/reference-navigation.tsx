/** The navigation of an API: its overview, and its operations by tag, with a field that filters them. */
import { Search } from '@carbon/react'
import { useState } from 'react'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { MethodTag } from '../text/method-tag.tsx'

export interface ReferenceNavigationProps {
  api: ApiView
  /** The id of the operation that is shown; undefined for the overview. */
  selected: string | undefined
}

/** Fewer operations need no filter. */
const minFiltered = 8

export function ReferenceNavigation({ api, selected }: ReferenceNavigationProps) {
  const [filter, setFilter] = useState('')
  const shown = api.operations.filter((each) => matches(each, filter))
  return (
    <nav className="operations" aria-label={t('Operations')}>
      {api.operations.length >= minFiltered && (
        <Search
          closeButtonLabelText={t('Clear search input')}
          id="operation-filter"
          size="md"
          labelText={t('Filter operations')}
          placeholder={t('Filter operations')}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <a
        className={selected === undefined ? 'operation operation--on' : 'operation'}
        href={buildApiLink(api.reference)}
        aria-current={selected === undefined ? 'page' : undefined}
      >
        <span className="operation__name">{t('Overview')}</span>
      </a>
      {groupByTag(shown).map(([tag, operations]) => (
        <div key={tag}>
          {tag && <h2 className="operations__tag">{tag}</h2>}
          <ul>
            {operations.map((each) => (
              <li key={each.id}>
                <Entry operation={each} api={api} isSelected={each.id === selected} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {shown.length === 0 && <p className="list__empty">{t('No operation matches.')}</p>}
    </nav>
  )
}

function Entry({ api, operation, isSelected }: { api: ApiView; operation: OperationView; isSelected: boolean }) {
  const { id, method, path, summary, deprecated } = operation
  return (
    <a
      className={isSelected ? 'operation operation--on' : 'operation'}
      href={buildApiLink(api.reference, id)}
      aria-current={isSelected ? 'page' : undefined}
    >
      <span className={deprecated ? 'operation__name operation__name--old' : 'operation__name'}>{summary ?? path}</span>
      <MethodTag method={method} />
    </a>
  )
}

function matches({ id, method, path, summary = '' }: OperationView, filter: string): boolean {
  const text = `${id} ${method} ${path} ${summary}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Groups operations by their first tag. Operations without a tag come first. */
export function groupByTag(operations: readonly OperationView[]): [tag: string, OperationView[]][] {
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return [...groups].sort(([a], [b]) => Number(b === '') - Number(a === ''))
}
