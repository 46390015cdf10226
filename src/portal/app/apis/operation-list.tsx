/** Lists the operations of an API, grouped by their first tag. */
import type { ApiView, OperationView } from '../../rest/index.ts'
import { buildApiLink } from '../routing/page-route.ts'

export function OperationList({ api, selected }: { api: ApiView; selected: string }) {
  return (
    <nav className="operations" aria-label="Operations">
      {byTag(api.operations).map(([tag, operations]) => (
        <section key={tag}>
          {tag && <h2 className="operations__tag">{tag}</h2>}
          <ul>
            {operations.map(({ id, method, path, summary, deprecated }) => (
              <li key={id}>
                <a
                  className={id === selected ? 'operation operation--on' : 'operation'}
                  href={buildApiLink(api.reference, id)}
                  aria-current={id === selected ? 'page' : undefined}
                >
                  <span className={`method method--${method.toLowerCase()}`}>{method}</span>
                  <span className={deprecated ? 'operation__path operation__path--old' : 'operation__path'}>
                    {path}
                  </span>
                  {summary && <span className="operation__summary">{summary}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Groups operations by their first tag. Operations without a tag come first. */
function byTag(operations: readonly OperationView[]): [string, OperationView[]][] {
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return [...groups].sort(([a], [b]) => Number(b === '') - Number(a === ''))
}
