/** Lists the facts of the token ceiling of an application, a plan or a registry. */
import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import { type ConfigFact, renderValues } from './config-fact.ts'

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
