/** Shows the members of a schema. */
import type { SchemaView } from '../../rest/index.ts'
import { flattenSchema } from './flatten-schema.ts'

export function SchemaTable({ index, schemas }: { index: number; schemas: readonly SchemaView[] }) {
  const lines = flattenSchema(index, schemas)
  return (
    <ul className="schema">
      {lines.map(({ depth, name, required, type, note }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a schema never move
        <li key={line} className={`schema__line schema__line--${depth}`}>
          {name && <code className="schema__name">{name}</code>}
          <span className="schema__type">{type}</span>
          {required && <span className="schema__required">required</span>}
          {note && <span className="schema__note">{note}</span>}
        </li>
      ))}
    </ul>
  )
}
