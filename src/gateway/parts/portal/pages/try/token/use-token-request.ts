/** Requests tokens for an application and stores them. */
import { useState } from 'react'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, ProviderView } from '../../../rest/index.ts'
import { useStoredCredentials } from '../../session/stored-credentials.tsx'
import { requestToken, type TokenRequest } from './token-request.ts'

export type TokenGrantRequest = Omit<TokenRequest, 'clientId' | 'clientSecret'>

interface TokenRequestState {
  busy: boolean
  problem?: string
  says?: string
  /** A token was asked for without the client secret that the provider needs. */
  lacksSecret?: boolean
}

export function useTokenRequest({ clientId, clientType }: ApplicationView, provider: ProviderView, got: () => void) {
  const wallet = useStoredCredentials()
  const [state, setState] = useState<TokenRequestState>({ busy: false })
  const stored = wallet.findToken(clientId, provider.name)
  const clientSecret = clientType === 'public' ? '' : wallet.findSecret(clientId)

  async function get(request: TokenGrantRequest): Promise<void> {
    if (clientType === 'confidential' && clientSecret === '') return setState({ busy: false, lacksSecret: true })
    setState({ busy: true })
    try {
      const response = await requestToken(provider.tokenPath, { ...request, clientId, clientSecret })
      // The response to a refresh may omit unchanged members. RFC 6749 section 6.
      const token = request.grant === 'refresh_token' ? { ...stored, ...response } : response
      wallet.saveToken(clientId, provider.name, token)
      got()
      setState({ busy: false, says: describeToken(response.expires_in, response.scope) })
    } catch (error) {
      setState({ busy: false, problem: (error as Error).message })
    }
  }

  const refreshToken = stored?.refresh_token
  const canRefresh = refreshToken !== undefined && provider.grants.includes('refresh_token')
  return {
    ...state,
    lacksSecret: clientSecret === '' && state.lacksSecret === true,
    isStored: stored !== undefined,
    clientSecret,
    keepSecret: (secret: string) => wallet.saveSecret(clientId, secret),
    get,
    refresh: canRefresh ? () => get({ grant: 'refresh_token', scopes: [], refreshToken }) : undefined,
  }
}

function describeToken(seconds: number | undefined, scope: string | undefined): string {
  return [
    t('The token was issued.'),
    seconds !== undefined &&
      t('It is valid for {count, plural, one {# minute} other {# minutes}}.', { count: Math.round(seconds / 60) }),
    scope && t('Scopes: {scope}.', { scope }),
  ]
    .filter(Boolean)
    .join(' ')
}
