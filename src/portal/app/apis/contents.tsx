/** The forms that a body may have: its type, its schema, an example. */
import type { ContentView, SchemaView } from '../../rest/index.ts'
import { CopyableBlock } from '../text/copyable.tsx'
import { SchemaTable } from './schema-table.tsx'

export interface ContentsProps {
  contents: readonly ContentView[]
  schemas: readonly SchemaView[]
  /** Whose contents they are. */
  label: string
}

export function Contents({ contents, schemas, label }: ContentsProps) {
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
