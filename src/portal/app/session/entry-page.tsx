/**
 * The page of a visitor who is not signed in: the catalogue where it is public, and the sign-in page for every other
 * route.
 */
import { lazy } from 'react'

import { useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { isCataloguePage, parsePageRoute } from '../routing/page-route.ts'
import { usePortalInfo } from './portal-info.tsx'
import type { SignInPageProps } from './sign-in-page.tsx'

const Portal = lazy(() => import('../portal-app.tsx'))
const SignInPage = lazy(() => import('./sign-in-page.tsx'))

export default function EntryPage(props: SignInPageProps) {
  const { isPublic } = usePortalInfo()
  const { page } = parsePageRoute(useLocationHash())
  // After the end of a session the same user continues where it ended.
  const isOpen = isPublic && props.reason !== 'ended' && isCataloguePage(page)
  return isOpen ? <Portal /> : <SignInPage {...props} />
}
