/** Reads which assertions and tokens of others a provider accepts: the JWT bearer grant, and the rules of token exchange. */
import { optionalDistinct, webAddress } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { nameSchema, pathSchema, sectionSchema } from '../../schema/common-schemas.ts'
import type { AssertionIssuer, ExchangeRule } from '../../types/index.ts'

export const jwtBearerSchema = sectionSchema(
  {
    issuers: Type.Array(
      Type.Object({
        issuer: Type.String({ minLength: 1, description: 'The iss of the assertions.' }),
        jwks: Type.Optional(
          Type.Object(
            { keys: Type.Array(Type.Object({ kty: Type.String() }, { additionalProperties: true }), { minItems: 1 }) },
            { description: 'The keys of the issuer as JWKs, instead of jwks_uri.' },
          ),
        ),
        jwks_uri: Type.Optional(webAddress('The URL of the keys of the issuer.')),
      }),
      { default: [], description: 'With the grant jwt, the issuers whose assertions are accepted.' },
    ),
  },
  'The issuers whose assertions clients can exchange for tokens. The grant jwt must be supported.',
)

const names = (description: string) => optionalDistinct(nameSchema(), description)

export const tokenExchangeSchema = sectionSchema(
  {
    rules: Type.Array(
      Type.Object({
        clients: Type.Array(nameSchema(), {
          minItems: 1,
          uniqueItems: true,
          description: 'The applications that exchange tokens.',
        }),
        from: names('The applications whose tokens they exchange. Default: all.'),
        scopes: optionalDistinct(Type.String(), 'The only scopes of the new token. Default: those of the old one.'),
        apis: optionalDistinct(
          pathSchema(),
          'The base paths of the APIs of which the new token opens one. Default: all.',
        ),
      }),
      { default: [], description: 'Who may exchange tokens for what (RFC 8693). The first rule that fits decides.' },
    ),
  },
  'Each rule names applications, and the tokens that they can exchange for tokens of their own.',
)

const path = ['native_provider', 'jwt_bearer', 'issuers']

/** Returns the issuers. Reports those without keys, and those with keys and a URL. */
export function readAssertionIssuers(
  { issuers }: Static<typeof jwtBearerSchema>,
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): AssertionIssuer[] {
  return issuers.map(({ issuer, jwks, jwks_uri: uri }, index) => {
    if ((jwks === undefined) === (uri === undefined)) {
      const message = `native_provider.jwt_bearer.issuers[${index}] needs either jwks or jwks_uri`
      problems.error(source.locate([...path, index]), message)
    }
    return { issuer, keys: jwks?.keys, uri }
  })
}

/** Returns the rules. */
export function readExchangeRules({ rules }: Static<typeof tokenExchangeSchema>): ExchangeRule[] {
  return rules.map(({ clients, from, scopes, apis }) => ({
    clients: new Set(clients),
    from: from && new Set(from),
    scopes: scopes && new Set(scopes),
    apis,
  }))
}
