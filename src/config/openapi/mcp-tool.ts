/** Reads which operations are tools of MCP servers: the member `x-mcp-tool`. */
import type { Static } from '../../lib/json-schema/type.ts'
import type { DocumentContext } from '../document-set/document-kind.ts'
import type { mcpToolSchema } from '../documents/members/mcp-tool.ts'
import type { MemberPath } from '../text/parsed-document.ts'
import type { OperationTool } from '../types/index.ts'
import { describeOperation } from './description/describe-api.ts'
import { SchemaBundle } from './schemas/schema-bundle.ts'

/** The media types of bodies, with the preferred ones first. */
const preferred = ['application/json', 'text/plain']

/** Returns the tool of an operation, with names, texts and schemas of its document. `item` is the path of its path item. */
export function readMcpTool(
  written: Static<typeof mcpToolSchema> | undefined,
  { id, path, item }: { id: string; path: MemberPath; item: MemberPath },
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): OperationTool | undefined {
  if (!written) return undefined
  const own = written === true ? {} : written
  const bundle = new SchemaBundle({ source, problems })
  const { summary, description, parameters, body } = describeOperation(path, item, { source, bundle })
  const content =
    body && (preferred.map((type) => body.content.find((each) => each.type === type)).find(Boolean) ?? body.content[0])
  const schemas = Object.fromEntries(bundle.convertAll().map(({ schema }, index) => [String(index), schema]))
  const refer = (index: number | undefined, text: string | undefined) => ({
    ...(index === undefined ? { type: 'string' } : { $ref: `#/$defs/${index}` }),
    ...(text !== undefined && { description: text }),
  })
  const title = summary ?? id
  return {
    name: own.name ?? id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64),
    title,
    description: own.description ?? ([summary, description].filter(Boolean).join('. ') || id),
    parameters: parameters.flatMap(({ name, in: place, required, description: text, schema }) =>
      place === 'cookie' ? [] : [{ name, in: place, required, schema: refer(schema, text) }],
    ),
    ...(body &&
      content && {
        body: { mediaType: content.type, required: body.required, schema: refer(content.schema, body.description) },
      }),
    ...(Object.keys(schemas).length > 0 && { schemas }),
  }
}
