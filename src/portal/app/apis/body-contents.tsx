/** Shows the content types of a body with their schemas. */
import type { ContentView, SchemaView } from '../../rest/index.ts'
import { SchemaTree } from './schema-tree.tsx'

export interface BodyContentsProps {
  contents: readonly ContentView[]
  schemas: readonly SchemaView[]
}

export function BodyContents({ contents, schemas }: BodyContentsProps) {
  return contents.map(({ type, schema }) => (
    <div key={type}>
      <p className="content__type">
        <code>{type}</code>
      </p>
      {schema !== undefined && <SchemaTree index={schema} schemas={schemas} />}
    </div>
  ))
}
