/** Leads a user who has just signed in to the page from which the sign-in started. */
import { useEffect } from 'react'
import { parseHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { navigate, useLocationHash } from '../../../../../shared/ui/routing/use-location-hash.ts'

export default function SignedInPage() {
  const from = parseHashQuery(useLocationHash()).get('from') ?? ''
  useEffect(() => navigate(from.startsWith('#/') ? from : '#/home', { replace: true }), [from])
  return null
}
