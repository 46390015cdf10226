/** The member `x-mcp-tool` of operations, which makes them tools of MCP servers. */
import { optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { Type } from '../../../../shared/lib/json-schema/type.ts'

export const mcpToolSchema = Type.Union([
  Type.Boolean(),
  Type.Object({
    name: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', 'x-words': 'up to 64 letters, digits, "_" and "-"' }),
    ),
    description: optionalText('What models read about the tool', { minLength: 1, maxLength: 2000 }),
  }),
])
