/** What a call will prove itself with: chosen among the alternatives of the operation, filled from the wallet. */
import { useState } from 'react'

import type { ApplicationView, OperationView, RequirementView } from '../../rest/index.ts'
import type { Credentials } from './request.ts'
import { useWallet } from './wallet.tsx'

export interface ProofState {
  alternatives: readonly RequirementView[]
  /** Undefined when the operation is open to everyone. */
  requirement: RequirementView | undefined
  choose(alternative: number): void
  credentials: Credentials
  change(some: Partial<Credentials>): void
  /** Back to what the wallet holds. */
  forget(): void
}

/** What was typed stands above what the wallet holds. */
export function useProof({ security }: OperationView, application: ApplicationView | undefined): ProofState {
  const wallet = useWallet()
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState<{ as: string; some: Partial<Credentials> }>({ as: '', some: {} })
  const requirement = security[chosen]
  const clientId = application?.clientId ?? ''
  const own = typed.as === clientId ? typed.some : {} // what was typed as another application is not meant
  const provider = requirement?.all.find(({ type }) => type === 'oauth2')?.provider

  return {
    alternatives: security,
    requirement,
    choose: setChosen,
    credentials: {
      token: (provider && wallet.tokenOf(clientId, provider)?.access_token) ?? '',
      clientId,
      clientSecret: wallet.secretOf(clientId),
      ...{ name: '', password: '' },
      ...own,
    },
    change: (some) => setTyped({ as: clientId, some: { ...own, ...some } }),
    forget: () => setTyped({ as: clientId, some: {} }),
  }
}
