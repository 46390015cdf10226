/** Gets tokens of a provider for an application, and puts them into the wallet. */
import { useState } from 'react'

import type { ApplicationView, ProviderView } from '../../rest/index.ts'
import { requestToken, type TokenWish } from './token-request.ts'
import { useWallet } from './wallet.tsx'

export type TokenNeeds = Omit<TokenWish, 'clientId' | 'clientSecret'>

export function useToken({ clientId, clientType }: ApplicationView, provider: ProviderView, got: () => void) {
  const wallet = useWallet()
  const [state, setState] = useState<{ busy: boolean; problem?: string; says?: string }>({ busy: false })
  const held = wallet.tokenOf(clientId, provider.name)
  const clientSecret = clientType === 'public' ? '' : wallet.secretOf(clientId)

  async function get(needs: TokenNeeds): Promise<void> {
    setState({ busy: true })
    try {
      const answer = await requestToken(provider.tokenPath, { ...needs, clientId, clientSecret })
      // An answer to a refresh may leave out what has not changed. RFC 6749 section 6.
      const kept = needs.grant === 'refresh_token' ? { ...held, ...answer } : answer
      wallet.keepToken(clientId, provider.name, kept)
      got()
      setState({ busy: false, says: wordsOf(answer.expires_in, answer.scope) })
    } catch (error) {
      setState({ busy: false, problem: (error as Error).message })
    }
  }

  const refreshToken = held?.refresh_token
  const canRefresh = refreshToken !== undefined && provider.grants.includes('refresh_token')
  return {
    ...state,
    clientSecret,
    keepSecret: (secret: string) => wallet.keepSecret(clientId, secret),
    get,
    refresh: canRefresh ? () => get({ grant: 'refresh_token', scopes: [], refreshToken }) : undefined,
  }
}

function wordsOf(seconds: number | undefined, scope: string | undefined): string {
  const life = seconds === undefined ? '' : ` It is good for ${Math.round(seconds / 60)} minutes.`
  return `The token is here.${life}${scope ? ` Scopes: ${scope}.` : ''}`
}
