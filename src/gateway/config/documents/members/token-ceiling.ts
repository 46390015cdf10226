/** The most that tokens of an application, a plan or a registry may have; the rule `token-ceilings` checks scopes. */
import type { TokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import { optionalDistinct, optionalWholeNumber } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { type ConfigFact, renderValues } from '../../document-set/config-fact.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import type { LocatedTokenCeiling } from '../../types/index.ts'

const scopes = optionalDistinct(Type.String(), 'The only scopes that tokens may have')
const accessTokenTtl = optionalWholeNumber(1, 63_244_800, 'Maximum lifetime of access tokens in seconds')
const refreshTokenTtl = optionalWholeNumber(2, 252_979_200, 'Maximum lifetime of refresh tokens in seconds')

/** The schema of the member of an application and of a user registry. */
export const tokenCeilingSchema = Type.Optional(
  Type.Object({ scopes, access_token_ttl: accessTokenTtl, refresh_token_ttl: refreshTokenTtl }),
)

/** The schema of the member of a plan, in the spelling of product documents. */
export const planTokenCeilingSchema = Type.Optional(
  Type.Object({ scopes, 'access-token-ttl': accessTokenTtl, 'refresh-token-ttl': refreshTokenTtl }),
)

type Written = NonNullable<Static<typeof tokenCeilingSchema> | Static<typeof planTokenCeilingSchema>>

/** Returns `{ tokenCeiling }`, or an empty object when the document has none. */
export function readTokenCeiling(
  written: Written | undefined,
  path: MemberPath,
  source: ParsedDocument,
): { tokenCeiling?: LocatedTokenCeiling } {
  if (!written) return {}
  return { tokenCeiling: { ...readTokenLimits(written), location: source.locate(path) } }
}

/** Returns the limits of a ceiling. */
export function readTokenLimits(written: Written): TokenCeiling {
  const kebab = written as NonNullable<Static<typeof planTokenCeilingSchema>>
  const snake = written as NonNullable<Static<typeof tokenCeilingSchema>>
  const accessTokenTtl = kebab['access-token-ttl'] ?? snake.access_token_ttl
  const refreshTokenTtl = kebab['refresh-token-ttl'] ?? snake.refresh_token_ttl
  return { scopes: written.scopes, accessTokenTtl, refreshTokenTtl }
}

/** Yields the facts of a token ceiling. */
export function* listTokenCeilingFacts({
  scopes,
  accessTokenTtl,
  refreshTokenTtl,
}: TokenCeiling = {}): Iterable<ConfigFact> {
  yield ['scopes of tokens', scopes ? `at most ${renderValues(scopes)}` : unlimited]
  yield ['access token lifetime', lifeText(accessTokenTtl)]
  yield ['refresh token lifetime', lifeText(refreshTokenTtl)]
}

const unlimited = 'as the provider gives'

function lifeText(seconds: number | undefined): string {
  return seconds === undefined ? unlimited : `at most ${seconds} seconds`
}
