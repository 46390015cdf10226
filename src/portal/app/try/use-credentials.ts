/** What a call will prove itself with: chosen among the alternatives of the operation, filled from the wallet. */
import { useState } from 'react'

import type { ApplicationView, OperationView, RequirementView } from '../../rest/index.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import type { RequestCredentials } from './api-request.ts'

export interface CredentialsState {
  alternatives: readonly RequirementView[]
  /** Undefined when the operation is open to everyone. */
  requirement: RequirementView | undefined
  choose(alternative: number): void
  credentials: RequestCredentials
  change(some: Partial<RequestCredentials>): void
  /** Back to what the wallet holds. */
  reset(): void
}

/** What was typed stands above what the wallet holds. */
export function useCredentials(
  { security }: OperationView,
  application: ApplicationView | undefined,
): CredentialsState {
  const wallet = useStoredCredentials()
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState<{ as: string; some: Partial<RequestCredentials> }>({ as: '', some: {} })
  const requirement = security[chosen]
  const clientId = application?.clientId ?? ''
  const own = typed.as === clientId ? typed.some : {} // what was typed as another application is not meant
  const provider = requirement?.all.find(({ type }) => type === 'oauth2')?.provider

  return {
    alternatives: security,
    requirement,
    choose: setChosen,
    credentials: {
      token: (provider && wallet.findToken(clientId, provider)?.access_token) ?? '',
      clientId,
      clientSecret: wallet.findSecret(clientId),
      ...{ name: '', password: '' },
      ...own,
    },
    change: (some) => setTyped({ as: clientId, some: { ...own, ...some } }),
    reset: () => setTyped({ as: clientId, some: {} }),
  }
}
