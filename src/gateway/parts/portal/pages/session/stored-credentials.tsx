/** Keeps the secrets and tokens that the user has seen in the memory of the tab, for every page. */
import { createContext, type ReactNode, use, useState } from 'react'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { useOptionalSession } from './session.tsx'

/** A successful token response. RFC 6749 section 5.1. */
export interface TokenResponse {
  access_token: string
  token_type: string
  scope?: string
  /** The lifetime of the access token in seconds. */
  expires_in?: number
  refresh_token?: string
  id_token?: string
}

type CompletedSteps = { hasToken: boolean; hasCalled: boolean }

interface StoredCredentials extends CompletedSteps {
  /** The name of the application that was chosen last. */
  application: string | undefined
  chooseApplication(application: string): void
  /** Returns the secret of a client, or an empty text if it is not stored. */
  findSecret(clientId: string): string
  saveSecret(clientId: string, secret: string): void
  findToken(clientId: string, provider: string): TokenResponse | undefined
  saveToken(clientId: string, provider: string, token: TokenResponse): void
  /** Records that a call succeeded, for the first steps on the home page. */
  markCalled(): void
}

const Context = createContext<StoredCredentials | undefined>(undefined)

export function StoredCredentialsProvider({ children }: { children: ReactNode }) {
  const session = useOptionalSession()
  const place = `first steps of ${session?.user.name ?? ''}`
  const [application, choose] = useState<string>()
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map())
  const [tokens, setTokens] = useState<ReadonlyMap<string, TokenResponse>>(new Map())
  const [steps, setSteps] = useLocalPreference<CompletedSteps>(place, { hasToken: false, hasCalled: false })

  function done(step: keyof CompletedSteps) {
    if (!steps[step]) setSteps({ ...steps, [step]: true })
  }

  const held: StoredCredentials = {
    ...steps,
    application,
    chooseApplication: choose,
    findSecret: (clientId) => secrets.get(clientId) ?? '',
    saveSecret: (clientId, secret) => setSecrets((before) => new Map(before).set(clientId, secret)),
    findToken: (clientId, provider) => tokens.get(JSON.stringify([clientId, provider])),
    saveToken(clientId, provider, token) {
      setTokens((before) => new Map(before).set(JSON.stringify([clientId, provider]), token))
      done('hasToken')
    },
    markCalled: () => done('hasCalled'),
  }
  return <Context value={held}>{children}</Context>
}

export function useStoredCredentials(): StoredCredentials {
  const wallet = use(Context)
  if (!wallet) throw new Error('there is no wallet here')
  return wallet
}
