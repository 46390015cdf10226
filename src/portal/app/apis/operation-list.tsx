/** The operations of an API, under the tags that its author gave them. */
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

/** Each operation once, under its first tag; those without come first. */
function byTag(operations: readonly OperationView[]): [string, OperationView[]][] {
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return [...groups].sort(([a], [b]) => Number(b === '') - Number(a === ''))
}
