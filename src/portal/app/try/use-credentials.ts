/** Manages the credentials of a call: the selected requirement, and what is stored or was typed. */
import { useState } from 'react'
import type { ApplicationView, OperationView, RequirementView } from '../../rest/index.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import type { RequestCredentials } from './api-request.ts'

export interface CredentialsState {
  alternatives: readonly RequirementView[]
  /** The selected requirement; undefined for an operation without security. */
  requirement: RequirementView | undefined
  choose(alternative: number): void
  credentials: RequestCredentials
  change(some: Partial<RequestCredentials>): void
  /** Discards typed credentials and uses the stored ones. */
  reset(): void
}

/** Returns the credentials of the call. Typed credentials override stored ones. */
export function useCredentials(
  { security }: OperationView,
  application: ApplicationView | undefined,
): CredentialsState {
  const wallet = useStoredCredentials()
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState<{ as: string; some: Partial<RequestCredentials> }>({ as: '', some: {} })
  const requirement = security[chosen]
  const clientId = application?.clientId ?? ''
  const own = typed.as === clientId ? typed.some : {} // credentials typed for another application do not apply
  const provider = requirement?.all.find(({ type }) => type === 'oauth2')?.provider

  return {
    alternatives: security,
    requirement,
    choose: setChosen,
    credentials: {
      token: (provider && wallet.findToken(clientId, provider)?.access_token) ?? '',
      clientId,
      clientSecret: wallet.findSecret(clientId),
      name: '',
      password: '',
      ...own,
    },
    change: (some) => setTyped({ as: clientId, some: { ...own, ...some } }),
    reset: () => setTyped({ as: clientId, some: {} }),
  }
}
