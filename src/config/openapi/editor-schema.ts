/**
 * The schema of a whole API document: OpenAPI with the policies and security types of the tables in their places.
 */
import { type TSchema, Type } from '../../lib/type.ts'

import type { TypeTables } from '../types.ts'
import { openApi2, openApi3 } from './schema.ts'

type Properties = Record<string, TSchema>

/** For editors; the loader checks definitions and policies one by one, to say more than "fits none of these". */
export function apiSchema({ securities, policies }: TypeTables): TSchema {
  const definitions = Type.Record(Type.String(), Type.Union(securities.map(definitionSchema)), {
    default: {},
  })
  const steps = Type.Array(
    Type.Union(policies.map(({ policy, settings }) => Type.Object({ [policy]: settings }))),
  )
  const configuration = withProperties(openApi2.properties['x-ibm-configuration'], {
    assembly: Type.Object({
      execute: steps,
      catch: Type.Optional(Type.Array(Type.Unknown())),
      finally: Type.Optional(steps),
    }),
  })
  return Type.Union([
    withProperties(openApi2, { securityDefinitions: definitions, 'x-ibm-configuration': configuration }),
    withProperties(openApi3, { 'x-ibm-configuration': configuration }),
  ])
}

function definitionSchema({ type, settings }: TypeTables['securities'][number]): TSchema {
  return withProperties(settings, { type: Type.Literal(type), description: Type.Optional(Type.String()) }, [
    'type',
  ])
}

function withProperties(schema: TSchema, more: Properties, required: readonly string[] = []): TSchema {
  const own = schema as { properties?: Properties; required?: string[] }
  return {
    ...schema,
    properties: { ...own.properties, ...more },
    required: [...new Set([...(own.required ?? []), ...required])],
  } as TSchema
}
