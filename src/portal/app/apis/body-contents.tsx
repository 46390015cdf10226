/** Shows the content types of a body, each with its schema and an example. */
import type { ContentView, SchemaView } from '../../rest/index.ts'
import { CopyableBlock } from '../text/copyable-text.tsx'
import { SchemaTable } from './schema-table.tsx'

export interface BodyContentsProps {
  contents: readonly ContentView[]
  schemas: readonly SchemaView[]
  /** What the body belongs to, for screen readers: `Body`, `Response 200`. */
  label: string
}

export function BodyContents({ contents, schemas, label }: BodyContentsProps) {
  return contents.map(({ type, schema, example }) => (
    <div key={type} className="content">
      <p className="content__type">
        <code>{type}</code>
      </p>
      {schema !== undefined && <SchemaTable index={schema} schemas={schemas} />}
      {example !== undefined && <CopyableBlock text={example} label={`${label}, example as ${type}`} />}
    </div>
  ))
}
