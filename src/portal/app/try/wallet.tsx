/**
 * The secrets and tokens of this sitting, so that what was shown or obtained on one page need not be pasted on the next.
 *
 * In the memory of the tab alone: they end with it, or with the session.
 */
import { createContext, type ReactNode, use, useState } from 'react'

import { readLocalPreference, saveLocalPreference } from '../../../ui/shell/local-preferences.ts'
import { useSession } from '../session/session.tsx'

/** RFC 6749 section 5.1. */
export interface TokenAnswer {
  access_token: string
  token_type: string
  scope?: string
  /** Seconds. */
  expires_in?: number
  refresh_token?: string
  id_token?: string
}

interface Steps {
  hasToken: boolean
  hasCalled: boolean
}

interface Held extends Steps {
  /** The name of the application that was chosen last. */
  application: string | undefined
  choose(application: string): void
  /** Empty when it is not known here. */
  secretOf(clientId: string): string
  keepSecret(clientId: string, secret: string): void
  tokenOf(clientId: string, provider: string): TokenAnswer | undefined
  keepToken(clientId: string, provider: string, token: TokenAnswer): void
  /** To call when an API has answered a call from here. */
  called(): void
}

const Context = createContext<Held | undefined>(undefined)

export function Wallet({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const place = `first steps of ${user.name}`
  const [application, choose] = useState<string>()
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map())
  const [tokens, setTokens] = useState<ReadonlyMap<string, TokenAnswer>>(new Map())
  const [steps, setSteps] = useState<Steps>(
    () => readLocalPreference<Steps>(place) ?? { hasToken: false, hasCalled: false },
  )

  function done(step: keyof Steps) {
    if (steps[step]) return
    const next = { ...steps, [step]: true }
    saveLocalPreference(place, next)
    setSteps(next)
  }

  const held: Held = {
    ...{ ...steps, application, choose },
    secretOf: (clientId) => secrets.get(clientId) ?? '',
    keepSecret: (clientId, secret) => setSecrets((before) => new Map(before).set(clientId, secret)),
    tokenOf: (clientId, provider) => tokens.get(JSON.stringify([clientId, provider])),
    keepToken(clientId, provider, token) {
      setTokens((before) => new Map(before).set(JSON.stringify([clientId, provider]), token))
      done('hasToken')
    },
    called: () => done('hasCalled'),
  }
  return <Context value={held}>{children}</Context>
}

export function useWallet(): Held {
  const wallet = use(Context)
  if (!wallet) throw new Error('there is no wallet here')
  return wallet
}
