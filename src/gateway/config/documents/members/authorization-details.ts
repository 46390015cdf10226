/** What calls of an operation need in the authorization details of their token: the member `x-authorization-details`. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type DetailDemand, renderDetails } from '../../../contract/access/authorization-details.ts'
import type { ConfigFact } from '../../document-set/config-fact.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { AuthorizationDetailDemands, SecurityRequirement } from '../../types/index.ts'

const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true, description }))

export const authorizationDetailsSchema = Type.Array(
  Type.Object({
    type: Type.String({ minLength: 1, description: 'The type of the detail, which the provider has' }),
    actions: texts('The actions that the detail must have'),
    locations: texts('The locations that the detail must have'),
    datatypes: texts('The data types that the detail must have'),
    identifier: Type.Optional(
      Type.String({ minLength: 1, description: 'The path parameter whose value must be the identifier of the detail' }),
    ),
  }),
  { minItems: 1, maxItems: 20, description: 'The authorization details that tokens need (RFC 9396)' },
)

/** Returns the demands of an operation, and reports parameters that its path lacks and requirements without a token. */
export function readAuthorizationDetails(
  written: Static<typeof authorizationDetailsSchema> | undefined,
  operation: { template: string; path: MemberPath; security: readonly SecurityRequirement[] },
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): AuthorizationDetailDemands | undefined {
  if (!written) return undefined
  const path = [...operation.path, 'x-authorization-details']
  for (const [index, { identifier }] of written.entries()) {
    if (identifier === undefined || operation.template.includes(`{${identifier}}`)) continue
    const at = [...path, index, 'identifier']
    problems.memberError(source, at, `is not a parameter of the path ${operation.template}: "${identifier}"`)
  }
  const { security } = operation
  const isBypassed = security.some(({ all }) => !all.some(({ definition }) => definition.type === 'oauth2'))
  const demand = 'needs a token: each alternative under security must have a definition of type oauth2'
  if (security.length === 0 || isBypassed) problems.memberError(source, path, demand)
  return { demands: written as readonly DetailDemand[], location: source.locate(path) }
}

/** Yields the facts of the member. */
export function* listAuthorizationDetailFacts(details: AuthorizationDetailDemands | undefined): Iterable<ConfigFact> {
  if (details) yield ['authorization details', renderDetails(details.demands)]
}
